import { Button } from '@mantine/core'
import type { UserEvent } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Scaffold } from '#ui/feedback/scaffold'
import { LetGo } from '../offer/let-go.tsx'
import { type EntryKnown, useClosedEntry } from '../parts/closed-words.ts'
import { ShortOf, WaitWithout } from '../parts/short-of.tsx'
import { texts } from './texts.ts'
import { useWaitingList } from './use-waiting-list.ts'
import classes from './waiting.module.css'

interface WaitingJoinedProps {
  entry: EntryKnown
  event: Pick<UserEvent, '_id' | 'name' | 'currency'>
  /** What it costs, beside a reservation what it adds to its price. Undefined: it is asked for. */
  total?: number
  onLeft: () => void
  /** In the wizard: the way back to the reservation that is not finished. */
  onBack?: (() => void) | undefined
}

/** After joining: the position and what happens next, or why nothing is offered, and the way to the entry. */
export function WaitingJoined({ entry, event, total, onLeft, onBack }: WaitingJoinedProps) {
  const t = useT(texts)
  const language = useLanguage()
  const list = useWaitingList(event._id, entry)
  const { data: asked } = useQuery({
    ...queryOf(reservationRoutes.getMyWaiting, { params: { id: entry._id } }),
    enabled: total === undefined,
    retry: false,
  })
  const closed = useClosedEntry(entry)
  const price = total ?? asked?.change?.difference ?? asked?.quote.total
  const isPart = entry.kind !== 'event' && entry.kind !== 'participant_type'
  if (closed.isLoading) return <Scaffold />
  const next = () => (
    <>
      <p className={classes.line} role="status">
        {entry.name
          ? t('place_of', { place: entry.ahead + 1, name: entry.name, event: event.name })
          : t('place', { place: entry.ahead + 1, event: event.name })}
      </p>
      <ol className={classes.next}>
        <li>
          {t(isPart ? 'step_hold_part' : 'step_hold')}
          <small>{t('step_hold_note')}</small>
        </li>
        <li>{list ? t(isPart ? 'step_until_part' : 'step_until', list.offer) : '\u00a0'}</li>
        <li>
          {t(onBack || entry.reservation ? 'step_add' : 'step_reserve')}
          {price && price > 0 ? (
            <small>
              {t(entry.keeps_prices ? 'kept' : 'today', { amount: formatMoney(price, event.currency, language) })}
            </small>
          ) : null}
        </li>
      </ol>
    </>
  )
  return (
    <div className={classes.form}>
      {closed.words || closed.short.length > 0 ? (
        <p className={classes.closed} role="status">
          {closed.words || <ShortOf entry={entry} short={closed.short} />}
        </p>
      ) : (
        next()
      )}
      {closed.short.length > 0 ? <WaitWithout entry={entry} short={closed.short} fullWidth onDone={onLeft} /> : null}
      {onBack ? (
        <Button fullWidth size="lg" onClick={onBack}>
          {t('back')}
        </Button>
      ) : (
        <LinkButton fullWidth size="lg" to="/reservations">
          {t('see')}
        </LinkButton>
      )}
      <LetGo entry={entry} variant="subtle" fullWidth onGone={onLeft} />
    </div>
  )
}
