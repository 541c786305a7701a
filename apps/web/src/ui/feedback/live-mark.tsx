import { useThrottledCallback } from '@mantine/hooks'
import type { Route } from '@shiloh/contract/core'
import { formatTime } from '@shiloh/contract/text/format'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnectionLost } from '#platform/connection'
import { useLanguage, useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf } from '#platform/queries'
import { texts } from '../base/figures-texts.ts'
import classes from './live-mark.module.css'

interface LiveMarkProps {
  stale: readonly Route[]
  eventId?: string
  /** Milliseconds between two refreshes at least, for figures that take the server some time. */
  every?: number
}

/** Refreshes what a hint of the server makes stale, and shows when that last happened. */
export function LiveMark({ stale, eventId, every = 0 }: LiveMarkProps) {
  const t = useT(texts)
  const language = useLanguage()
  const queries = useQueryClient()
  const [changed, setChanged] = useState(() => new Date().toISOString())
  const isLost = useConnectionLost()
  const refresh = useThrottledCallback(() => {
    setChanged(new Date().toISOString())
    for (const route of stale) void queries.invalidateQueries({ queryKey: keyOf(route) })
  }, every)
  useLive('reservations', (hint) => {
    const about = typeof hint === 'object' && hint !== null && 'event_id' in hint ? hint.event_id : undefined
    if (!eventId || !about || about === eventId) refresh()
  })
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <span className={classes.live} role="status" data-lost={isLost || undefined}>
      {t('live', { time: formatTime(changed, language, zone) })}
    </span>
  )
}
