import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { leftOf } from '@shiloh/contract/vendors/orders'
import { type VendorOrder, vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { VENDOR_WORDS } from '@shiloh/contract/vendors/words'
import { IconBox, IconHandGrab, IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAtWork } from '#platform/at-work'
import { useT } from '#platform/i18n'
import type { ListSearch } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { PendingPage } from '#ui/feedback/pending-page'
import { ChoiceSelect } from '#ui/form/choice-select'
import { PagedList } from '#ui/list/paged-list'
import { PageHeader } from '#ui/shell/page-header'
import { actOn, type Deed } from './acts.ts'
import { EventChoice } from './event-choice.tsx'
import { Items } from './items.tsx'
import { LastAct } from './last-act.tsx'
import { leftOfAll, useDashboard } from './queries.ts'
import { HandOver } from './scanner.tsx'
import { VendorTabs } from './tabs.tsx'
import { texts } from './texts.ts'
import { ToPrepare } from './to-prepare.tsx'
import { type OrderActs, useOrderActs } from './use-order-acts.ts'
import classes from './vendor.module.css'

const states = ['ordered', 'prepared', 'delivered', 'to_put_back', 'to_return', 'all'] as const
type State = (typeof states)[number]

function OrderRow({ order, acts }: { order: VendorOrder; acts: OrderActs }) {
  const t = useT(texts)
  const { state, unpaid, code } = order
  // Packing is the next step of what is open, and handing over that of what is packed: only one of the two stands out.
  const act = (
    label: string,
    deed: Deed,
    { variant = 'default', icon }: { variant?: string; icon?: ReactNode } = {},
  ) => (
    <Button
      variant={variant}
      leftSection={icon}
      loading={acts.pending === order._id}
      aria-label={`${label}, ${code}`}
      onClick={() => void acts.act(order, actOn(order, deed))}
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
        {/* The next step first: the row that follows has the focus in the same place, for the same step again. */}
        {state === 'ordered' ? act(t('mark_prepared'), 'prepared', { icon: <IconBox size={17} /> }) : null}
        {state === 'to_put_back' ? act(t('put_back'), 'put_back') : null}
        {state === 'to_return' ? act(t('came_back'), 'came_back') : null}
        {state !== 'to_return' && order.items.some((item) => leftOf(item) > 0) && !unpaid
          ? act(t('mark_delivered'), 'delivered', {
              variant: state === 'prepared' ? 'default' : 'subtle',
              icon: <IconHandGrab size={17} />,
            })
          : null}
        {state === 'prepared' ? act(t('undo'), 'unpacked', { variant: 'subtle' }) : null}
        {state === 'delivered' ? act(t('undo'), 'taken_back', { variant: 'subtle' }) : null}
      </span>
    </li>
  )
}

/** `/vendor/orders`: orders to pack and to hand over, by scan or by hand. */
export function VendorOrdersPage() {
  const t = useT(texts)
  const words = useT(VENDOR_WORDS)
  const navigate = useNavigate()
  const { event_id } = useSearch({ from: '/vendor/orders' })
  const hash = useLocation({ select: (location) => location.hash })
  const [isScanning, setScanning] = useState(hash === 'scan')
  const [state, setState] = useState<State>('ordered')
  const [search, setSearch] = useState('')
  const [option, setOption] = useState<string | null>(null)
  const [asked] = useDebouncedValue(search.trim(), 250)
  const [page, setPage] = useState<ListSearch>({})
  const acts = useOrderActs()
  // People queue there, and a pause between two of them is no reason to ask for the password.
  useAtWork(isScanning)
  const { data, error, refetch } = useDashboard(event_id)
  const products = data?.products ?? []
  // The same event as on the other pages, also if it has nothing to hand over.
  const event = data?.events.find(({ _id }) => _id === data.event_id)
  const orders = useQuery({
    ...queryOf(vendorRoutes.orders, {
      query: {
        ...page,
        ...(event && { event_id: event._id }),
        ...(state !== 'all' && !asked && { state }),
        ...(asked && { search: asked }),
        ...(option && { option_id: option }),
      },
    }),
    enabled: event !== undefined && event.products > 0,
  })
  if (!data) return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <PendingPage />
  if (!event) return <EmptyState title={t('nothing_shared')} hint={t('what_to_do')} />
  const choose = (next: string | null) => {
    setOption(next)
    setPage({})
  }
  const show = (next: State) => {
    setState(next)
    choose(null)
  }
  const change = (id: string) => {
    choose(null)
    setSearch('')
    void navigate({ to: '/vendor/orders', search: { event_id: id }, replace: true })
  }
  const top = (
    <>
      <VendorTabs eventId={event._id} left={leftOfAll(products)} />
      <EventChoice events={data.events} value={event._id} onChange={change} />
    </>
  )
  const other = data.events.find((one) => one.products > 0)
  if (event.products === 0)
    return (
      <>
        {top}
        <PageHeader title={words('orders')} breadcrumbs={false} />
        <EmptyState
          title={t('no_products')}
          hint={t('no_products_hint', { event: event.name })}
          action={
            other ? (
              <LinkButton variant="default" to="/vendor/orders" search={{ event_id: other._id }}>
                {t('orders_of', { event: other.name })}
              </LinkButton>
            ) : null
          }
        />
      </>
    )
  const list = (
    <>
      <ToPrepare
        products={products}
        chosen={option && !asked ? { option, state } : null}
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
          onChange={({ currentTarget }) => {
            choose(null)
            setSearch(currentTarget.value)
          }}
        />
      </div>
      <PagedList
        query={orders}
        skeleton={{ rows: 6, phone: 128, desktop: 76 }}
        empty={{ title: t('no_orders'), hint: t('no_orders_hint') }}
        onChange={(part) => setPage((before) => ({ ...before, ...part }))}
      >
        {(rows) => (
          <ul className={classes.orders}>
            {rows.map((order) => (
              <OrderRow key={order._id} order={order} acts={acts} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
  return (
    <>
      {top}
      <PageHeader
        title={words('orders')}
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
      {isScanning ? <HandOver eventId={event._id} acts={acts} onClose={() => setScanning(false)} /> : list}
      <LastAct acts={acts} />
    </>
  )
}
