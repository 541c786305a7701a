import { Button } from '@mantine/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OwnWaiting, WaitingView } from '@shiloh/contract/reservations/views'
import { formatList } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { staleAfterChange } from '../queries.ts'
import { useNamed } from './named.ts'
import { texts } from './texts.ts'

interface ShortProps {
  entry: Pick<WaitingView, '_id' | 'kind'>
  short: OwnWaiting['short_of']
}

/** What of a wish the event no longer offers. Otherwise, what else of it is short while a place is free. */
export function ShortOf({ entry: { kind }, short }: ShortProps) {
  const t = useT(texts)
  const language = useLanguage()
  const namesOf = (rows: ShortProps['short']) =>
    formatList(
      rows.map(({ name }) => name),
      language,
    )
  const gone = short.filter(({ is_offered }) => !is_offered)
  if (gone.length > 0) return <>{t('gone', { what: namesOf(gone) })}</>
  const free = kind === 'event' || kind === 'participant_type' ? 'place' : 'part'
  return <>{t('short_of', { free, what: namesOf(short) })}</>
}

interface WaitWithoutProps extends ShortProps {
  fullWidth?: boolean
  onDone?: () => void
}

/** Takes what is short out of the wish, if one can come without it. */
export function WaitWithout({ entry, short, fullWidth = false, onDone }: WaitWithoutProps) {
  const t = useT(texts)
  const named = useNamed()
  const leaveOut = useAct(reservationRoutes.waitWithout, staleAfterChange)
  const items = short.flatMap(({ kind, item_id }) => (kind === 'participant_type' || item_id === null ? [] : [item_id]))
  if (items.length < short.length) return null
  return (
    <Button
      variant="default"
      fullWidth={fullWidth}
      loading={leaveOut.isPending}
      onClick={() =>
        leaveOut.mutate({ params: { id: entry._id }, body: { without: items } }, { onSuccess: () => onDone?.() })
      }
    >
      {t('without', { what: named(short.map(({ name }) => name)) })}
    </Button>
  )
}
