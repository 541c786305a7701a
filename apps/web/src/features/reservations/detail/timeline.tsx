import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatTime } from '@shiloh/contract/text/format'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useLanguage, useT } from '#platform/i18n'
import { Unbroken } from '#ui/base/values'
import { Changes } from '../parts/changes.tsx'
import classes from './detail.module.css'
import { type Milestone, milestonesOf } from './standing.ts'
import { texts } from './texts.ts'

const icons = { done: IconCheck, now: IconClock, bad: IconX } as const

function Mark({ state }: { state: Milestone['state'] }) {
  if (state === 'later') return <span className={classes.dot} />
  const Icon = icons[state]
  return (
    <span className={classes.dot}>
      <Icon size={13} stroke={state === 'now' ? 2.4 : 3} aria-hidden />
    </span>
  )
}

/** The timeline of the reservation: past, current and coming. */
export function Timeline({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const language = useLanguage()
  const zone = reservation.event.time_zone
  const note = ({ at, by, state, key, amount }: Milestone): string => {
    if (!at) return ''
    const when = `${formatDay(at, language, zone)}, ${formatTime(at, language, zone)}`
    const sum = amount === undefined ? '' : formatMoney(amount, reservation.currency, language)
    if (key === 'change_due') return t('amount_until', { amount: sum, when })
    if (key === 'payment_due' || key === 'to_pay') return t('until', { when })
    if (state === 'later') return t('from', { when })
    const done = by ? t('when_by', { when, name: by }) : when
    return sum ? `${done}, ${sum}` : done
  }
  return (
    <section className={classes.standing}>
      <h2>{t('standing')}</h2>
      <ol className={classes.timeline}>
        {milestonesOf(reservation).map((milestone) => (
          <li key={`${milestone.key} ${milestone.at ?? ''}`} data-state={milestone.state}>
            <Mark state={milestone.state} />
            <b>{t(milestone.key)}</b>
            <Changes reservation={reservation} changes={milestone.changes ?? []} />
            <small>
              <Unbroken>{note(milestone)}</Unbroken>
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
