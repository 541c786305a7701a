import { adminEventRoutes } from '@shiloh/contract/events/events'
import { OPEN_KINDS, type OpenMoney, paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { formatMoney } from '@shiloh/contract/text/format'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { text, useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText, Money } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { ReasonDialog } from '#ui/form/reason-dialog'
import { ListPage } from '#ui/list/list-page'
import type { FilterOf } from '#ui/list/list-types'
import { useMessageSelected } from '#ui/list/message-link'
import { staleAfterMoney } from './queries.ts'
import { RefundDrawer } from './refunds/refund-drawer.tsx'
import { texts as refunds } from './refunds/texts.ts'
import { RefundBadge } from './refunds/words.tsx'
import { texts } from './texts.ts'

function KindBadge({ row }: { row: OpenMoney }) {
  const t = useT(refunds)
  return row.status ? <RefundBadge status={row.status} /> : <ToneBadge tone="warn">{t(`kind_${row.kind}`)}</ToneBadge>
}

function LookedDialog({ item, onClose }: { item: OpenMoney; onClose: () => void }) {
  const t = useT(refunds)
  const say = useT(texts)
  const act = useAct(refundRoutes.lookedAtPayment, staleAfterMoney, { shown: true })
  return (
    <ReasonDialog
      title={t('looked_question')}
      reason={{ label: say('reason'), required: true }}
      action={() => t('act_looked_at')}
      onClose={onClose}
      onAct={async ({ reason }) => {
        await act.mutateAsync({ params: { id: item.payment_id ?? '' }, body: { reason } })
        toastDone({ message: t('looked_done') })
        onClose()
      }}
    >
      <p>{t('looked_text')}</p>
    </ReasonDialog>
  )
}

function AskDialog({ item, onClose }: { item: OpenMoney; onClose: () => void }) {
  const t = useT(refunds)
  const ask = useAct(paymentRoutes.askAboutDispute, staleAfterMoney)
  return (
    <ConfirmDialog
      opened
      title={t('ask_dispute_question')}
      action={t('act_ask')}
      busy={ask.isPending}
      onConfirm={() =>
        ask.mutate(
          { params: { id: item._id } },
          {
            onSuccess: ({ data }) => {
              toastDone({ message: t(`dispute_said_${data.status}`) })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{t('ask_dispute_text')}</p>
    </ConfirmDialog>
  )
}

/** `/admin/payments/open`: the open list of money. */
export function OpenPaymentsPage() {
  const t = useT(texts)
  const say = useT(refunds)
  const language = useLanguage()
  const can = useCan()
  const navigate = useNavigate()
  const { organisation } = useAccount()
  const { currency, time_zone: zone } = organisation
  const [opened, setOpened] = useState<OpenMoney>()
  const close = () => setOpened(undefined)
  const message = useMessageSelected<OpenMoney>(({ person_id }) => person_id)
  const why = (row: OpenMoney): string => {
    if (row.refund_reason) return say(`reason_${row.refund_reason}`)
    if (row.kind === 'dispute') return say('dispute_why')
    if (row.mismatch) return t(`mismatch_${row.mismatch}`)
    if (row.kind === 'charged_back') return say('charged_back_why')
    return row.kind === 'homeless' ? say('homeless_why') : say('part_payment_why')
  }
  const isActedOnHere = (row: OpenMoney): boolean =>
    row.refund_id !== null ||
    (can('payments.refund') && (row.allowed.includes('looked_at') || row.allowed.includes('ask_dispute')))
  const pageOf = (row: OpenMoney) => `/admin/reservations/${row.reservation_id}`
  const open = (row: OpenMoney) => (isActedOnHere(row) ? setOpened(row) : void navigate({ to: pageOf(row) }))
  const filters: FilterOf<typeof paymentRoutes.listOpenPayments>[] = [
    {
      kind: 'choice',
      key: 'kind',
      label: text(refunds, 'kind'),
      choices: OPEN_KINDS.map((value) => ({ value, label: text(refunds, `kind_${value}`) })),
    },
    { kind: 'amounts', key: 'amount', label: text(texts, 'amount') },
    { kind: 'days', key: 'since', label: text(refunds, 'open_since') },
    ...(can('events.read')
      ? [{ kind: 'pick', key: 'event_id', label: text(texts, 'event'), route: adminEventRoutes.pickEvents } as const]
      : []),
  ]
  return (
    <>
      <ListPage
        route={paymentRoutes.listOpenPayments}
        name="open-money"
        exportRoute={paymentRoutes.exportOpenPayments}
        title={text(texts, 'open_payments')}
        live="payments"
        filters={filters}
        rowName={(row) => row.person}
        address={(row) => (isActedOnHere(row) ? undefined : pageOf(row))}
        onOpen={open}
        bulk={message}
        columns={[
          {
            key: 'person',
            header: text(texts, 'guest'),
            sort: 'person',
            cell: (row) => <PersonLink id={row.person_id} name={row.person} />,
          },
          {
            key: 'reservation_code',
            links: true,
            exported: ['code'],
            header: text(texts, 'code'),
            sort: 'reservation_code',
            cell: (row) => <span className="code">{row.reservation_code}</span>,
          },
          {
            key: 'event_name',
            sort: 'event_name',
            exported: ['event'],
            header: text(texts, 'event'),
            cell: (row) => row.event_name,
            wraps: true,
          },
          { key: 'kind', header: text(refunds, 'kind'), sort: 'kind', cell: (row) => say(`kind_${row.kind}`) },
          {
            key: 'refund_reason',
            exported: ['reason', 'mismatch'],
            header: text(texts, 'why'),
            cell: why,
            wraps: true,
          },
          { key: 'status', header: text(texts, 'status'), sort: 'status', cell: (row) => <KindBadge row={row} /> },
          {
            key: 'amount',
            exported: ['amount', 'currency'],
            header: text(texts, 'amount_in', { currency }),
            numeric: true,
            sort: 'amount',
            sum: { key: 'amount', of: (row) => row.amount },
            cell: (row) => (
              <b>
                <Money minor={row.amount} {...(row.currency !== currency && { currency: row.currency })} />
              </b>
            ),
          },
          {
            key: 'provider',
            header: text(texts, 'paid_through'),
            cell: (row) => (row.provider ? t(`provider_${row.provider}`) : ''),
            yields: true,
          },
          {
            key: 'since',
            header: text(refunds, 'open_since'),
            sort: 'since',
            cell: (row) => <DateText value={row.since} zone={zone} weekday={false} />,
          },
          { key: 'reference', header: text(texts, 'reference'), cell: (row) => row.reference ?? '', hidden: true },
        ]}
        phone={{
          title: (row) => row.person,
          badge: (row) => <KindBadge row={row} />,
          note: why,
          value: (row) => formatMoney(row.amount, row.currency, language),
        }}
        empty={{ title: text(texts, 'no_open'), hint: text(texts, 'no_open_hint') }}
      >
        <p className="dim">{t('open_note')}</p>
      </ListPage>
      {opened?.refund_id ? (
        <RefundDrawer id={opened.refund_id} reservationId={opened.reservation_id} onClose={close} />
      ) : opened?.kind === 'dispute' ? (
        <AskDialog item={opened} onClose={close} />
      ) : opened ? (
        <LookedDialog item={opened} onClose={close} />
      ) : null}
    </>
  )
}
