import type { Route } from '@shiloh/contract/core'
import { formatTime } from '@shiloh/contract/text/format'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnectionLost } from '#platform/connection'
import { useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf } from '#platform/queries'
import classes from './overview.module.css'
import { texts } from './texts.ts'

/** Refreshes what a hint of the server makes stale, and shows when that last happened. */
export function LiveMark({ stale, eventId }: { stale: readonly Route[]; eventId?: string }) {
  const t = useT(texts)
  const queries = useQueryClient()
  const [changed, setChanged] = useState(() => new Date().toISOString())
  const isLost = useConnectionLost()
  useLive('reservations', (hint) => {
    const about = typeof hint === 'object' && hint !== null && 'event_id' in hint ? hint.event_id : undefined
    if (eventId && about && about !== eventId) return
    setChanged(new Date().toISOString())
    for (const route of stale) void queries.invalidateQueries({ queryKey: keyOf(route) })
  })
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <span className={classes.live} role="status" data-lost={isLost || undefined}>
      {t('live', { time: formatTime(changed, zone) })}
    </span>
  )
}
