import { receiptNumber } from '@shiloh/contract/payments/money'
import type { ProviderName } from '@shiloh/contract/payments/payments'
import type { StandingKind } from '@shiloh/contract/reservations/standing'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatAmount, formatDay, formatMoney } from '@shiloh/contract/text/format'
import { IconAlertCircle, IconArchive, IconArrowBackUp, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { Heading, Unbroken } from '#ui/base/values'
import classes from './money-block.module.css'
import { texts } from './money-texts.ts'
import { STANDING_TONES } from './standing-tones.ts'
import { useStandingWords } from './standing-words.ts'

const ICONS = { ok: IconCircleCheck, warn: IconClock, bad: IconAlertCircle, mute: IconArchive } as const
const IS_DUE_BACK: readonly StandingKind[] = ['refund', 'cancelled_refund', 'archived_refund', 'too_late']
const GOES_BACK: readonly StandingKind[] = [
  'refund',
  'cancelled_refund',
  'archived_refund',
  'refunded',
  'part_returning',
]
/** A part is paid, which is not lost. */
export const IS_SAFE: readonly StandingKind[] = ['kept', 'part_paid', 'deposit_part_paid']
const METHODS = {
  cash: 'by_cash',
  paystack: 'by_paystack',
  stripe: 'by_stripe',
  sandbox: 'by_sandbox',
} as const satisfies Readonly<Record<ProviderName, string>>
const isMethod = (method: string): method is keyof typeof METHODS => Object.hasOwn(METHODS, method)

/** Returns whether it was sent, is under way, or is still to be sent. */
const stateOf = (status: string): 'sent' | 'requested' | 'due' =>
  status === 'processed' || status === 'done' ? 'sent' : status === 'requested' ? 'requested' : 'due'

interface RowProps {
  label: string
  note?: string | undefined
  /** What the payment is quoted by, on a line of its own. */
  reference?: string | undefined
  amount: string
  sum?: boolean
  mark?: 'sent' | 'requested' | 'due'
}

function Row({ label, note, reference, amount, sum = false, mark }: RowProps) {
  const Icon = mark === 'sent' ? IconCircleCheck : IconClock
  const words = (
    <span>
      {label}
      {note ? <small>{note}</small> : null}
      {reference ? <small className={classes.reference}>{reference}</small> : null}
    </span>
  )
  return (
    <div className={classes.row} data-sum={sum || undefined}>
      <dt data-mark={mark}>
        {mark ? <Icon size={18} aria-hidden /> : null}
        {words}
      </dt>
      <dd>{amount}</dd>
    </div>
  )
}

interface MoneyBlockProps {
  reservation: ReservationView
  /** The one action. */
  children?: ReactNode
  /** What to do next, in the words of the office. Without it, in those for the guest. */
  foot?: ReactNode
}

/** The standing in a sentence, the lines that add up to it, and one action. */
export function MoneyBlock({ reservation, children, foot }: MoneyBlockProps) {
  const t = useT(texts)
  const language = useLanguage()
  const words = useStandingWords()
  const {
    standing,
    currency,
    status,
    total,
    balance,
    waived,
    reduced,
    retained,
    payments,
    refunds,
    event,
    pending_change,
  } = reservation
  const zone = event.time_zone
  const money = (minor: number) => formatMoney(minor, currency, language)
  const less = (minor: number) => `−${formatAmount(minor, language)}`
  const day = (at: string) => `${formatDay(at, language, zone)}`
  const method = (name: string) => (isMethod(name) ? t(METHODS[name]) : name)
  const { title, sentence } = words(standing, currency, zone)
  const isOver = status === 'failed' || status === 'cancelled' || status === 'archived'
  // Completed goodwill has its own line above.
  const back = (refunds ?? []).filter(({ kind, status: state }) => kind !== 'goodwill' || state !== 'done')
  const backSum = back.reduce((sum, { amount }) => sum + amount, 0)
  const Icon = GOES_BACK.includes(standing.kind) ? IconArrowBackUp : ICONS[STANDING_TONES[standing.kind]]
  const guestFoot = () => {
    if (standing.kind === 'secured') return t('reminder_foot')
    if (IS_SAFE.includes(standing.kind)) return t('kept_foot', { amount: money(reservation.paid) })
    return IS_DUE_BACK.includes(standing.kind) ? t('refund_foot') : null
  }
  const next = foot === undefined ? guestFoot() : foot
  return (
    <section>
      <div className={classes.title} data-tone={STANDING_TONES[standing.kind]}>
        <Icon size={22} aria-hidden />
        <Heading level={2}>{title}</Heading>
      </div>
      <p className={classes.sentence}>
        <Unbroken>{sentence}</Unbroken>
      </p>
      <dl className={classes.rows}>
        {isOver ? null : <Row label={t(pending_change ? 'total_with_change' : 'total')} amount={money(total)} />}
        {status === 'cancelled' && total > 0 ? <Row label={t('total_before')} amount={money(total)} /> : null}
        {payments === null && reservation.paid > 0 ? (
          <Row label={t('paid')} amount={isOver ? money(reservation.paid) : less(reservation.paid)} />
        ) : null}
        {(payments ?? []).map((payment) => (
          <Row
            key={payment._id}
            label={t('paid')}
            note={[
              method(payment.method),
              t('receipt', { number: receiptNumber(payment, reservation.code) }),
              day(payment.at),
            ].join(', ')}
            reference={payment.reference === null ? undefined : t('reference', { reference: payment.reference })}
            amount={isOver ? money(payment.amount) : less(payment.amount)}
          />
        ))}
        {waived > 0 && !isOver ? (
          <Row
            label={t('waived')}
            note={reservation.waived_by ? t('waived_by', { name: reservation.waived_by }) : undefined}
            amount={less(waived)}
          />
        ) : null}
        {reduced > 0 && !isOver ? <Row label={t('reduced')} amount={less(reduced)} /> : null}
        {retained > 0 ? <Row label={t('retained')} amount={isOver ? less(retained) : money(retained)} /> : null}
        {isOver || standing.kind === 'approval' || (balance === 0 && backSum > 0) ? null : (
          <Row label={t('still_to_pay')} amount={money(balance)} sum />
        )}
        {backSum > 0 || (status === 'cancelled' && payments !== null && payments.length > 0) ? (
          <Row label={t('refund')} amount={money(backSum)} sum />
        ) : null}
        {back.map(({ _id, amount, status: state, method: by, created_at, expected_at, settled_at }) => (
          <Row
            key={_id}
            mark={stateOf(state)}
            label={t(`refund_${stateOf(state)}`)}
            note={`${method(by)}, ${expected_at ? t('expected_by', { day: day(expected_at) }) : day(settled_at ?? created_at)}`}
            amount={formatAmount(amount, language)}
          />
        ))}
      </dl>
      {children ? <div className={classes.act}>{children}</div> : null}
      {next ? <p className={classes.foot}>{next}</p> : null}
    </section>
  )
}
