import type { UserEvent } from '@shiloh/contract/events/events'
import { countNights } from '@shiloh/contract/reservations/nights'
import { clockOf, type QuoteLine, quote } from '@shiloh/contract/reservations/quote'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { useReservationsChanged } from '../queries.ts'
import { type Choice, personsIn, quoteChoice } from '../reserve/choice.ts'
import { failureOf } from '../reserve/failure.ts'
import reserve from '../reserve/reserve.module.css'
import { Stepper } from '../reserve/stepper.tsx'
import { useJoinWaiting } from '../reserve/submit.ts'
import { texts } from './texts.ts'
import type { WaitingItem } from './use-waiting-list.ts'
import classes from './waiting.module.css'
import { WaitingBefore, WaitingFoot } from './waiting-foot.tsx'

interface WaitingPartFormProps {
  event: UserEvent
  /** The whole wish, with the part that is sold out. */
  choice: Choice
  part: WaitingItem
  onJoined: (entry: WaitingView, total: number) => void
}

const LINES: Readonly<Record<WaitingItem['kind'], QuoteLine['kind']>> = {
  beds: 'accommodation',
  caterer: 'caterer',
  product_option: 'product_option',
}

/** Joins the waiting list for one thing that is sold out: how many of it, and what that costs. */
export function WaitingPartForm({ event, choice: wished, part, onJoined }: WaitingPartFormProps) {
  const t = useT(texts)
  const language = useLanguage()
  const changed = useReservationsChanged()
  const join = useJoinWaiting(event)
  const [pieces, setPieces] = useState(1)
  const isProduct = part.kind === 'product_option'
  const option = event.products.flatMap(({ options }) => options).find(({ _id }) => isProduct && _id === part.item)
  const choice = option ? { ...wished, products: { ...wished.products, [option._id]: pieces } } : wished
  const lines = quote(event, quoteChoice(choice), [], clockOf(event, new Date())).lines.filter(
    ({ kind, ref_id }) => kind === LINES[part.kind] && ref_id === part.item,
  )
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const money = (minor: number) => formatMoney(minor, event.currency, language)
  const nights = part.kind === 'beds' && choice.check_in ? countNights(choice.check_in, choice.check_out) : 0
  // A field says more than the answer as a whole: there are fewer of it than are wanted.
  const failure = join.error ? failureOf(join.error, choice) : undefined
  const problem =
    failure?.kind === 'fields' ? failure.told.map(({ message }) => message).join(' ') : join.error?.message
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
            {option ? t('pieces', { count: pieces }) : t('for_people', { count: personsIn(choice) })}
            {option && pieces > 1 ? `, ${t('each', { amount: money(option.price) })}` : ''}
            {nights > 0 ? `, ${t('nights', { count: nights })}` : ''}
          </small>
        </dt>
        <dd>{t('today', { amount: money(total) })}</dd>
      </dl>
      {option && option.max_per_reservation > 1 ? (
        <div className={classes.many}>
          <b>{t('how_many')}</b>
          <Stepper
            name={part.name}
            quantity={pieces}
            min={1}
            max={option.max_per_reservation}
            onChange={(next) => {
              setPieces(next)
              join.reset()
            }}
          />
        </div>
      ) : null}
      {problem ? (
        <p role="alert" className={reserve.error}>
          {problem}
        </p>
      ) : null}
      <WaitingFoot eventId={event._id} part={part} busy={join.isPending} isPriced={total > 0} onJoin={submit} />
    </div>
  )
}
