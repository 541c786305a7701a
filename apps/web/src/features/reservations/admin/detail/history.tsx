import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { HistoryLink } from '#ui/shell/history-link'
import { Changes } from '../../parts/changes.tsx'
import { texts as common } from '../texts.ts'
import classes from './parts.module.css'
import { texts } from './texts.ts'
import { useWhen } from './words.ts'

/** Reasons written by the system. People write sentences of their own. */
const CODED = [
  'unpaid',
  'dearer',
  'taken_back',
  'change_applied',
  'change_ended',
  'change_expired',
  'deposit',
  'arrived',
  'voided',
  'charged_back',
] as const
const isCoded = (reason: string): reason is (typeof CODED)[number] => CODED.some((code) => code === reason)

/** The history, newest first: what, when, by whom, why. */
export function History({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const say = useT(common)
  const when = useWhen(reservation)
  const language = useLanguage()
  const isUndecided = reservation.needs_approval && reservation.approved_at === null
  type Entry = ReservationView['timeline'][number]
  const who = ({ actor, by }: Entry) => (by ? t('by_name', { name: by }) : t(`by_${actor}`))
  const becomes = ({ from, to }: Entry) =>
    from === to ? '' : `, ${t('becomes', { status: say(`status_${to}`).toLocaleLowerCase() })}`
  return (
    <section>
      <h2>{t('history')}</h2>
      <ol className={classes.history}>
        {[...reservation.timeline].reverse().map((entry) => (
          <li key={`${entry.at} ${entry.action} ${entry.to} ${entry.reason}`}>
            <b>{t(entry.action === 'expire' && isUndecided ? 'act_undecided' : `act_${entry.action}`)}</b> {who(entry)}
            {becomes(entry)}
            {entry.amount === null ? null : <> {formatMoney(entry.amount, reservation.currency, language)}</>}
            <Changes reservation={reservation} changes={entry.changes} />
            <p>{when(entry.at)}</p>
            {entry.reason ? <p>{isCoded(entry.reason) ? t(`reason_${entry.reason}`) : entry.reason}</p> : null}
          </li>
        ))}
      </ol>
      <HistoryLink id={reservation._id} label="audit_trail" />
    </section>
  )
}
