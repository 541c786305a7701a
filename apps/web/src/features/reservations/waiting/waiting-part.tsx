import type { UserEvent } from '@shiloh/contract/events/events'
import { countNights } from '@shiloh/contract/reservations/nights'
import { quote } from '@shiloh/contract/reservations/quote'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { useReservationsChanged } from '../queries.ts'
import { type Choice, personsIn, quoteChoice } from '../reserve/choice.ts'
import reserve from '../reserve/reserve.module.css'
import { useJoinWaiting } from '../reserve/submit.ts'
import { texts } from './texts.ts'
import type { WaitingPart } from './use-waiting-list.ts'
import classes from './waiting.module.css'
import { WaitingBefore, WaitingFoot } from './waiting-foot.tsx'

interface WaitingPartFormProps {
  event: UserEvent
  /** The whole wish, with the part that is sold out. */
  choice: Choice
  part: WaitingPart
  onJoined: (entry: WaitingView, total: number) => void
}

/** Joins the waiting list for one thing that is sold out, with what was chosen beside it. */
export function WaitingPartForm({ event, choice, part, onJoined }: WaitingPartFormProps) {
  const t = useT(texts)
  const language = useLanguage()
  const changed = useReservationsChanged()
  const join = useJoinWaiting(event)
  const { total } = quote(event, quoteChoice(choice))
  const nights = part.kind === 'beds' && choice.check_in ? countNights(choice.check_in, choice.check_out) : 0
  const submit = () => {
    if (join.isPending) return
    join.mutate(choice, {
      onSuccess: (entry) => {
        onJoined(entry, total)
        void changed()
      },
    })
  }
  return (
    <div className={classes.form}>
      <WaitingBefore eventId={event._id} part={part} />
      <dl className={classes.part}>
        <dt>
          <b>{part.name}</b>
          <small>
            {t('for_people', { count: personsIn(choice) })}
            {nights > 0 ? `, ${t('nights', { count: nights })}` : ''}
          </small>
        </dt>
        <dd>{t('today', { amount: formatMoney(total, event.currency, language) })}</dd>
      </dl>
      {join.error ? (
        <p role="alert" className={reserve.error}>
          {join.error.message}
        </p>
      ) : null}
      <WaitingFoot eventId={event._id} part={part} busy={join.isPending} onJoin={submit} />
    </div>
  )
}
