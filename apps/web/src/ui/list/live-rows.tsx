import { useThrottledCallback } from '@mantine/hooks'
import type { ListMeta } from '@shiloh/contract/core'
import { IconRefresh } from '@tabler/icons-react'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { mergeRows } from '#platform/live-rows'
import classes from './list.module.css'
import { texts } from './list-texts.ts'

interface Shown {
  readonly items: readonly { readonly _id: string }[]
  readonly meta: ListMeta
}

interface LiveRowsProps {
  /** The kind of hint that means that rows of this list changed. */
  event: string
  queryKey: QueryKey
  ask: () => Promise<Shown>
}

/** Hints arrive continuously in a busy hour. A list reloads at most once in this time. */
const restMs = 1500

/** Updates the rows on the screen in place. New rows wait behind an unobtrusive line. */
export function LiveRows({ event, queryKey, ask }: LiveRowsProps) {
  const t = useT(texts)
  const queries = useQueryClient()
  const [unseen, setUnseen] = useState(0)
  const look = useThrottledCallback(async () => {
    const shown = queries.getQueryData<Shown>(queryKey)
    // A missing response is harmless: the next hint or refetch brings the same data.
    const fresh = await ask().catch(() => undefined)
    if (!shown || !fresh) return
    const merged = mergeRows(queries.getQueryData<Shown>(queryKey) ?? shown, fresh)
    queries.setQueryData(queryKey, merged.shown)
    setUnseen(merged.unseen)
  }, restMs)
  useLive(event, look)
  return (
    <div role="status" className={classes.live} data-no-print>
      {unseen > 0 ? (
        <button
          type="button"
          onClick={() => {
            setUnseen(0)
            void queries.invalidateQueries({ queryKey })
          }}
        >
          <IconRefresh size={16} aria-hidden />
          {t('unseen', { count: unseen })}
        </button>
      ) : null}
    </div>
  )
}
