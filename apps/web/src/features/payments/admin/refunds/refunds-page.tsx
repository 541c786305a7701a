import { Button } from '@mantine/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import {
  REFUND_REASONS,
  REFUND_STATUSES,
  REFUND_WAYS,
  type Refund,
  refundRoutes,
} from '@shiloh/contract/payments/refunds'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { text, useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { DateText, Money } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import { ListPage } from '#ui/list/list-page'
import type { FilterOf } from '#ui/list/list-types'
import { useMessageSelected } from '#ui/list/message-link'
import { staleAfterMoney } from '../queries.ts'
import { texts as payments } from '../texts.ts'
import { AskDialog } from './actions.tsx'
import { RefundDrawer } from './refund-drawer.tsx'
import { texts } from './texts.ts'
import { Expected, Overdue, RefundBadge, useWay } from './words.tsx'

/** `/admin/refunds`: refunds in every state. */
export function RefundsPage() {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const way = useWay()
  const { organisation } = useAccount()
  const { currency, time_zone: zone } = organisation
  const [opened, setOpened] = useState<Refund>()
  const [asking, setAsking] = useState(false)
  const message = useMessageSelected<Refund>(({ person_id }) => person_id)
  const send = useAct(refundRoutes.sendRefunds, staleAfterMoney)
  const sendThese = async (ids?: readonly string[]) => {
    const { data } = await send.mutateAsync({ body: ids ? { refund_ids: [...ids] } : {} })
    toastDone({ message: t('queued', { count: data.queued }) })
  }
  const filters: FilterOf<typeof refundRoutes.listRefunds>[] = [
    {
      kind: 'choice',
      key: 'status',
      label: text(payments, 'status'),
      choices: REFUND_STATUSES.map((value) => ({ value, label: text(texts, `status_${value}`) })),
    },
    {
      kind: 'choice',
      key: 'reason',
      label: text(texts, 'why'),
      choices: REFUND_REASONS.map((value) => ({ value, label: text(texts, `reason_${value}`) })),
    },
    {
      kind: 'choice',
      key: 'way',
      label: text(texts, 'way'),
      choices: REFUND_WAYS.map((value) => ({ value, label: text(texts, `way_${value}`) })),
    },
    { kind: 'days', key: 'due_at', label: text(texts, 'due_since') },
    { kind: 'amounts', key: 'amount', label: text(payments, 'amount') },
    ...(can('events.read')
      ? [
          {
            kind: 'event',
            key: 'event_id',
            label: text(payments, 'event'),
            route: adminEventRoutes.pickEvents,
          } as const,
        ]
      : []),
  ]
  const day = (value: string | null) => (value === null ? '' : <DateText value={value} zone={zone} weekday={false} />)
  return (
    <>
      <ListPage
        route={refundRoutes.listRefunds}
        name="refunds"
        exportRoute={refundRoutes.exportRefunds}
        title={text(texts, 'refunds')}
        live="payments"
        filters={filters}
        rowName={(row) => row.person}
        onOpen={setOpened}
        columns={[
          {
            key: 'person',
            header: text(payments, 'guest'),
            sort: 'person',
            cell: (row) => <PersonLink id={row.person_id} name={row.person} />,
          },
          {
            key: 'reservation_code',
            links: true,
            exported: ['code'],
            header: text(payments, 'code'),
            sort: 'reservation_code',
            cell: (row) => <span className="code">{row.reservation_code}</span>,
          },
          {
            key: 'event_name',
            exported: ['event'],
            header: text(payments, 'event'),
            cell: (row) => row.event_name,
            wraps: true,
          },
          { key: 'reason', header: text(texts, 'why'), cell: (row) => t(`reason_${row.reason}`) },
          {
            key: 'status',
            header: text(payments, 'status'),
            sort: 'status',
            cell: (row) => <RefundBadge status={row.status} />,
          },
          { key: 'way', header: text(texts, 'way'), cell: way, hidden: true },
          {
            key: 'amount',
            exported: ['amount', 'currency'],
            header: text(payments, 'amount_in', { currency }),
            numeric: true,
            sort: 'amount',
            sum: {
              key: 'amount',
              of: (row) => row.amount,
              by: REFUND_STATUSES.map((key) => ({ key, label: text(texts, `status_${key}`) })),
            },
            sumName: text(payments, 'amount'),
            cell: (row) => (
              <b>
                <Money minor={row.amount} {...(row.currency !== currency && { currency: row.currency })} />
              </b>
            ),
          },
          { key: 'due_at', header: text(texts, 'due_since'), sort: 'due_at', cell: (row) => day(row.due_at) },
          { key: 'expected_at', header: text(texts, 'expected'), cell: (row) => <Expected refund={row} zone={zone} /> },
          {
            key: 'settled_at',
            header: text(texts, 'settled'),
            sort: 'settled_at',
            cell: (row) => day(row.settled_at),
            hidden: true,
          },
          { key: 'last_error', header: text(texts, 'last_error'), cell: (row) => row.last_error ?? '', hidden: true },
        ]}
        phone={{
          title: (row) => row.person,
          badge: (row) => <RefundBadge status={row.status} />,
          note: (row) => (
            <>
              {t(`reason_${row.reason}`)} <Overdue refund={row} />
            </>
          ),
          value: (row) => formatMoney(row.amount, row.currency, language),
        }}
        bulk={[
          ...message,
          {
            label: text(texts, 'send_selected'),
            icon: IconArrowBackUp,
            permission: 'payments.refund',
            act: (rows, clear) => void sendThese(rows.map(({ _id }) => _id)).then(clear),
          },
        ]}
        empty={{ title: text(texts, 'none'), hint: text(texts, 'none_hint') }}
        actions={
          can('payments.refund') ? (
            <Button variant="default" leftSection={<IconArrowBackUp size={18} />} onClick={() => setAsking(true)}>
              {t('send_all')}
            </Button>
          ) : null
        }
      />
      {opened ? (
        <RefundDrawer id={opened._id} reservationId={opened.reservation_id} onClose={() => setOpened(undefined)} />
      ) : null}
      {asking ? (
        <AskDialog
          title={t('send_all_question')}
          text={t('send_all_text')}
          action={t('send_all')}
          onClose={() => setAsking(false)}
          onAct={() => sendThese()}
        />
      ) : null}
    </>
  )
}
