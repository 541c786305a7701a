import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { leftOf } from '@shiloh/contract/vendors/orders'
import { type VendorOrder, vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import type { ListSearch } from '#platform/list-search'
import { queryOf, useAct } from '#platform/queries'
import { PendingPage } from '#ui/feedback/pending-page'
import { ChoiceSelect } from '#ui/form/choice-select'
import { MemberList } from '#ui/list/member-list'
import { PageHeader } from '#ui/shell/page-header'
import { EventChoice } from './event-choice.tsx'
import { Items } from './items.tsx'
import { aboutOrders, leftOfAll, useDashboard } from './queries.ts'
import { HandOver } from './scanner.tsx'
import { VendorTabs } from './tabs.tsx'
import { texts } from './texts.ts'
import { ToPrepare } from './to-prepare.tsx'
import classes from './vendor.module.css'

const states = ['ordered', 'prepared', 'delivered', 'to_put_back', 'to_return', 'all'] as const
type State = (typeof states)[number]

function OrderRow({ order }: { order: VendorOrder }) {
  const t = useT(texts)
  const { mutate, isPending } = useAct(vendorRoutes.updateOrder, aboutOrders)
  const { state, unpaid, code } = order
  const mark = (body: { status: 'ordered' | 'prepared' | 'delivered' | 'put_back'; taken_back?: boolean }) =>
    mutate({ params: { id: order._id }, body })
  const act = (label: string, body: Parameters<typeof mark>[0], isNext = false) => (
    <Button
      variant={isNext ? 'filled' : 'default'}
      loading={isPending}
      aria-label={`${label}, ${code}`}
      onClick={() => mark(body)}
    >
      {label}
    </Button>
  )
  return (
    <li>
      <span className={classes.code}>
        {code}
        {unpaid ? <small> {t('unpaid')}</small> : null}
        {order.items.every(({ quantity }) => quantity === 0) ? <small> {t('cancelled_order')}</small> : null}
      </span>
      <Items order={order} />
      <span className={classes.acts}>
        {state === 'ordered' ? act(t('mark_prepared'), { status: 'prepared' }) : null}
        {state !== 'to_return' && order.items.some((item) => leftOf(item) > 0) && !unpaid
          ? act(t('mark_delivered'), { status: 'delivered' })
          : null}
        {state === 'prepared' ? act(t('undo'), { status: 'ordered' }) : null}
        {state === 'delivered' ? act(t('undo'), { status: 'prepared', taken_back: true }) : null}
        {state === 'to_put_back' ? act(t('put_back'), { status: 'put_back' }, true) : null}
        {state === 'to_return' ? act(t('came_back'), { status: 'put_back' }, true) : null}
      </span>
    </li>
  )
}

/** `/vendor/orders`: orders to pack and to hand over, by scan or by hand. */
export function VendorOrdersPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const { event_id } = useSearch({ from: '/vendor/orders' })
  const hash = useLocation({ select: (location) => location.hash })
  const [isScanning, setScanning] = useState(hash === 'scan')
  const [state, setState] = useState<State>('ordered')
  const [search, setSearch] = useState('')
  const [option, setOption] = useState<string | null>(null)
  const [asked] = useDebouncedValue(search.trim(), 250)
  const [page, setPage] = useState<ListSearch>({})
  const { data } = useDashboard(undefined)
  const supplied = data?.events.filter(({ products }) => products > 0)
  // Many events have meals only.
  const chosen = (supplied?.find(({ _id }) => _id === event_id) ?? supplied?.[0])?._id ?? null
  const figures = useQuery({
    ...queryOf(vendorRoutes.dashboard, { query: { ...(chosen && { event_id: chosen }) } }),
    enabled: chosen !== null,
  })
  const products = figures.data?.products ?? []
  const orders = useQuery({
    ...queryOf(vendorRoutes.orders, {
      query: {
        ...page,
        ...(chosen && { event_id: chosen }),
        ...(state !== 'all' && !asked && { state }),
        ...(asked && { search: asked }),
        ...(option && { option_id: option }),
      },
    }),
    enabled: data !== undefined,
  })
  if (!data) return <PendingPage />
  const choose = (next: string | null) => {
    setOption(next)
    setPage({})
  }
  const show = (next: State) => {
    setState(next)
    setPage({})
  }
  return (
    <>
      <VendorTabs eventId={chosen ?? undefined} left={leftOfAll(products)} />
      <EventChoice
        events={supplied ?? []}
        value={chosen}
        onChange={(id) => {
          choose(null)
          void navigate({ to: '/vendor/orders', search: { event_id: id }, replace: true })
        }}
      />
      <PageHeader
        title={t('orders')}
        note={t('orders_note')}
        breadcrumbs={false}
        actions={
          isScanning ? null : (
            <Button leftSection={<IconScan size={18} />} onClick={() => setScanning(true)}>
              {t('scan')}
            </Button>
          )
        }
      />
      {isScanning && chosen ? <HandOver eventId={chosen} onClose={() => setScanning(false)} /> : null}
      <ToPrepare
        products={products}
        chosen={option}
        onChoose={(next, its) => {
          choose(next)
          setState(its)
        }}
      />
      <div className={classes.filters}>
        <ChoiceSelect
          aria-label={t('state')}
          choices={states.map((value) => ({ value, label: t(`state_${value}`) }))}
          value={state}
          onChange={show}
        />
        <TextInput
          aria-label={t('search_code')}
          placeholder={t('search_code')}
          autoCapitalize="characters"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      <MemberList
        query={orders}
        skeleton={{ rows: 6, phone: 128, desktop: 76 }}
        empty={{ title: t('no_orders'), hint: t('no_orders_hint') }}
        onChange={(part) => setPage((before) => ({ ...before, ...part }))}
      >
        {(rows) => (
          <ul className={classes.orders}>
            {rows.map((order) => (
              <OrderRow key={order._id} order={order} />
            ))}
          </ul>
        )}
      </MemberList>
    </>
  )
}
