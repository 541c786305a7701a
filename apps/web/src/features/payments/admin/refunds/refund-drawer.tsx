import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Refund, refundRoutes } from '@shiloh/contract/payments/refunds'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { FactList } from '#ui/base/fact-list'
import { LinkButton } from '#ui/base/link-button'
import { DateText } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Refusal } from '#ui/feedback/refusal'
import { Scaffold } from '#ui/feedback/scaffold'
import cash from '../cash.module.css'
import { texts as payments } from '../texts.ts'
import { RefundButtons } from './actions.tsx'
import { texts } from './texts.ts'
import { Expected, RefundBadge, useWay } from './words.tsx'

/** All facts of a refund except its amount. */
function Facts({ refund }: { refund: Refund }) {
  const t = useT(texts)
  const say = useT(payments)
  const way = useWay()
  const { organisation } = useAccount()
  const date = (value: string | null, time = false) =>
    value === null ? null : <DateText value={value} zone={organisation.time_zone} time={time} />
  return (
    <FactList
      facts={[
        [say('guest'), refund.person],
        [
          say('code'),
          <span key="code" className="code">
            {refund.reservation_code}
          </span>,
        ],
        [say('event'), refund.event_name],
        [t('why'), t(`reason_${refund.reason}`)],
        [say('note'), refund.note],
        [t('way'), way(refund)],
        [t('due_since'), date(refund.due_at)],
        [
          t('expected'),
          refund.expected_at === null ? null : (
            <Expected key="expected" refund={refund} zone={organisation.time_zone} />
          ),
        ],
        [t('requested_at'), date(refund.requested_at, true)],
        [t('requested_by'), refund.requested_by],
        [t('attempts'), refund.asked > 0 ? t('asked', { count: refund.asked }) : null],
        [t('last_error'), refund.last_error],
        [t('settled'), date(refund.status === 'done' ? refund.settled_at : null, true)],
        [t('settled_by'), refund.status === 'done' ? refund.settled_by : null],
        [t('paid_to'), refund.paid_to],
        [t('kept_because'), refund.withdrawn_reason],
        [say('reference'), refund.reference],
      ]}
    />
  )
}

/** One refund with its state and actions. `id` and `reservationId` identify it, so that the latest version is shown. */
export function RefundDrawer({
  id,
  reservationId,
  onClose,
}: {
  id: string
  reservationId: string
  onClose: () => void
}) {
  const t = useT(texts)
  const say = useT(payments)
  const language = useLanguage()
  const can = useCan()
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const { data, error, refetch } = useQuery({
    ...queryOf(refundRoutes.listRefunds, { query: { reservation_id: reservationId } }),
    placeholderData: undefined,
  })
  const refund = data?.items.find(({ _id }) => _id === id)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 480}
      title={refund?.person ?? t('refund')}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      {refund ? (
        <div className={cash.drawer}>
          <p className={cash.figure}>
            {formatMoney(refund.amount, refund.currency, language)} <RefundBadge status={refund.status} />
          </p>
          {refund.needs_attention ? <Refusal role="note">{t('needs_attention')}</Refusal> : null}
          <Facts refund={refund} />
          <div className={cash.buttons}>
            <RefundButtons refund={refund} />
            {can('reservations.read') ? (
              <LinkButton variant="default" to="/admin/reservations/$id" params={{ id: refund.reservation_id }}>
                {say('open_reservation')}
              </LinkButton>
            ) : null}
          </div>
        </div>
      ) : error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Scaffold rows={6} kind="list" />
      )}
    </Drawer>
  )
}
