import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Payment } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { isLive } from '@shiloh/contract/reservations/states'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { StatusBadge } from '#ui/base/status-badge'
import { DateRange, Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { type Payable, TakeCashForm, Taken } from '../take-cash.tsx'
import { texts as payments } from '../texts.ts'
import classes from './desk.module.css'
import { texts } from './texts.ts'

function Sums({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const language = useLanguage()
  const { total, paid, waived, balance, currency } = reservation
  const money = (minor: number) => formatMoney(minor, currency, language)
  const lines = [
    [t('total'), money(total)],
    [t('paid'), money(paid)],
    ...(waived > 0 ? [[t('waived'), money(waived)] as const] : []),
  ] as const
  return (
    <dl className={classes.sums}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{t('balance')}</dt>
        <dd>{money(balance)}</dd>
      </div>
    </dl>
  )
}

/** Returns why nothing can be taken, in one sentence. */
function useWhyNot(): (reservation: ReservationView) => string {
  const t = useT(texts)
  const can = useCan()
  return ({ status, balance, needs_approval, approved_at }) => {
    if (!isLive(status)) return t('not_live')
    if (balance === 0) return t('nothing_due')
    if (needs_approval && !approved_at) return t('waits_for_approval')
    return can('payments.take_cash') ? t('nothing_due') : t('not_permitted')
  }
}

interface PayHereProps {
  id: string
  onNext: () => void
  onBack: () => void
}

/** One reservation at the desk: its balance, the form that takes cash, then the receipt. */
export function PayHere({ id, onNext, onBack }: PayHereProps) {
  const t = useT(texts)
  const say = useT(payments)
  const can = useCan()
  const whyNot = useWhyNot()
  // On a phone the keyboard would cover the balance.
  const wide = useMediaQuery('(min-width: 56.25em)', undefined, { getInitialValueInEffect: false })
  const [taken, setTaken] = useState<{ payment: Payment; payable: Payable }>()
  const { data, error, refetch } = useQuery({
    ...queryOf(reservationRoutes.getReservation, { params: { id } }),
    placeholderData: undefined,
    staleTime: 0,
  })
  if (!data)
    return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={6} />
  const { event, user, code, participant_type, participants, balance, due_now: due, currency } = data
  const payable: Payable = { _id: id, balance, due, currency, name: user.name, code, event: event.name }
  return (
    <section className={classes.guest} aria-labelledby="guest">
      <Button
        variant="subtle"
        color="gray"
        className={classes.back ?? ''}
        leftSection={<IconArrowLeft size={18} />}
        onClick={onBack}
      >
        {t('back_to_results')}
      </Button>
      <header>
        <div className={classes.head}>
          <span className="code">{code}</span>
          <StatusBadge status={data.status} />
        </div>
        <Heading level={2} id="guest">
          {user.name}
        </Heading>
        <p className="dim">
          {event.name}, <DateRange from={event.starts_at} to={event.ends_at} zone={event.time_zone} />
        </p>
        <p className="dim">
          {participant_type.name}, {t('persons', { count: participants.length })}
        </p>
      </header>
      {taken ? (
        <Taken {...taken} next={say('next_guest')} onNext={onNext} />
      ) : (
        <>
          <Sums reservation={data} />
          {data.allowed.includes('take_cash') ? (
            <TakeCashForm
              payable={payable}
              focused={wide === true}
              onTaken={(payment) => setTaken({ payment, payable })}
            />
          ) : (
            <p className={classes.note}>{whyNot(data)}</p>
          )}
        </>
      )}
      {can('reservations.read') ? (
        <LinkButton variant="subtle" to="/admin/reservations/$id" params={{ id }}>
          {say('open_reservation')}
        </LinkButton>
      ) : null}
    </section>
  )
}
