import { TextInput } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { readScannedCode } from '@shiloh/contract/checkin/checkin'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconClipboardList, IconReceipt, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import { useScreenKeys } from '#ui/shell/screen-keys'
import { texts as payments } from '../texts.ts'
import classes from './desk.module.css'
import { FoundList } from './found-list.tsx'
import { LatestReceipts } from './latest-receipts.tsx'
import { PayHere } from './pay-here.tsx'
import { texts } from './texts.ts'
import { todayIn } from './today.ts'

/** Returns the code of a scan. A scanner types the address of a receipt; the receipt contains its code. */
async function codeOfScan(typed: string): Promise<string | undefined> {
  const scanned = readScannedCode(typed)
  if (scanned.kind !== 'qr') return undefined
  const receipt = await call(reservationRoutes.getReceipt, {
    params: { id: scanned.qrId },
    query: { s: scanned.signature ?? undefined },
  }).catch(() => undefined)
  return receipt?.code
}

/** Searches the event of the desk first. A guest of another event is found as well, if this one has none. */
function useFound(words: string, eventId: string | undefined) {
  const search = words.trim()
  const asks = search.length > 1
  const inEvent = useQuery({
    ...queryOf(reservationRoutes.listReservations, { query: { search, event_id: eventId } }),
    enabled: asks,
    staleTime: 0,
  })
  const isElsewhere = eventId !== undefined && inEvent.data?.items.length === 0 && !inEvent.isPlaceholderData
  const anywhere = useQuery({
    ...queryOf(reservationRoutes.listReservations, { query: { search } }),
    enabled: asks && isElsewhere,
    staleTime: 0,
  })
  if (!asks) return undefined
  return isElsewhere ? { ...anywhere, isElsewhere } : { ...inEvent, isElsewhere }
}

/** `/admin/cash`: find the guest, take the money, hand over the receipt. Usable entirely by keyboard. */
export function CashDeskPage() {
  useScreenKeys('cash')
  const t = useT(texts)
  const say = useT(payments)
  const language = useLanguage()
  const can = useCan()
  const navigate = useNavigate()
  const { organisation } = useAccount()
  const { q = '', reservation: chosen, event_id: eventId } = useSearch({ from: '/admin/cash' })
  const [typed, setTyped] = useState(q)
  const [words] = useDebouncedValue(typed, 250)
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => field.current?.focus()]])
  const found = useFound(words, eventId)
  const day = todayIn(organisation.time_zone)
  const today = useQuery(queryOf(paymentRoutes.cashClosing, { query: { day } }))

  const go = (search: { q?: string; reservation?: string }, replace = false) =>
    void navigate({ to: '/admin/cash', search: { ...(eventId && { event_id: eventId }), ...search }, replace })
  const choose = (id: string) => go({ ...(typed && { q: typed }), reservation: id })
  const begin = () => {
    setTyped('')
    go({})
    field.current?.focus()
  }
  useEffect(() => {
    let isOld = false
    void codeOfScan(words).then((code) => {
      if (code && !isOld) setTyped(code)
    })
    return () => {
      isOld = true
    }
  }, [words])

  const rows = found?.data?.items ?? []
  const isAnswered = words === typed && found?.isPlaceholderData === false
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = rows
    if (event.key === 'Enter' && first && isAnswered) choose(first._id)
    else if (event.key === 'ArrowDown') document.querySelector<HTMLElement>(`.${classes.found} button`)?.focus()
    else return
    event.preventDefault()
  }

  const results = () => {
    if (!found) return <LatestReceipts day={day} />
    if (found.data?.items.length === 0)
      return (
        <EmptyState
          title={t('nobody')}
          hint={t('nobody_hint')}
          action={
            can('reservations.create') ? (
              <LinkButton variant="default" to="/admin/reservations/new">
                {t('make')}
              </LinkButton>
            ) : null
          }
        />
      )
    if (found.data)
      return (
        <>
          {found.isElsewhere ? <p className="dim small">{t('elsewhere')}</p> : null}
          <FoundList rows={rows} total={found.data.meta.total} chosen={chosen} onChoose={choose} />
        </>
      )
    if (found.error) return <LoadFailed message={found.error.message} onRetry={() => void found.refetch()} />
    return <Scaffold kind="list" rows={5} />
  }

  return (
    <>
      <PageHeader
        breadcrumbs={false}
        compact
        title={say('cash_desk')}
        note={
          today.data
            ? `${t('today')}: ${formatMoney(today.data.net, today.data.currency, language)}, ${t('today_receipts', { count: today.data.receipts })}`
            : undefined
        }
        actions={
          <>
            <LinkButton variant="default" leftSection={<IconReceipt size={18} />} to="/admin/cash/payments">
              {say('cash_payments')}
            </LinkButton>
            <LinkButton variant="default" leftSection={<IconClipboardList size={18} />} to="/admin/cash/closing">
              {say('closing')}
            </LinkButton>
          </>
        }
      />
      <div className={classes.desk} data-chosen={chosen !== undefined || undefined}>
        <div className={classes.finding}>
          <TextInput
            ref={field}
            type="search"
            size="lg"
            autoFocus
            autoComplete="off"
            label={t('search')}
            description={t('search_hint')}
            leftSection={<IconSearch size={19} stroke={1.75} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={onKey}
          />
          <p role="status" className={classes.said}>
            {found?.data && isAnswered ? t('found_count', { count: found.data.meta.total }) : ''}
          </p>
          {results()}
        </div>
        <div className={classes.paying}>
          {chosen ? (
            <PayHere key={chosen} id={chosen} onNext={begin} onBack={() => go(typed ? { q: typed } : {})} />
          ) : (
            <div className={classes.wide}>
              <EmptyState title={t('begin')} hint={t('begin_hint')} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}
