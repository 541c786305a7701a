import { Button } from '@mantine/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { isReservationStatus, RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { changeListSearch, type ListSearch, readListState } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { ListFooter } from '#ui/list/list-footer'
import { PageHeader } from '#ui/shell/page-header'
import { useLiveReservations } from '../live.ts'
import classes from './list.module.css'
import { ReservationCard } from './reservation-card.tsx'
import { texts } from './texts.ts'

/** `/reservations`: one's own, newest first. */
export function ReservationsPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const search = useSearch({ from: '/reservations' })
  const { page, pageSize, filters } = readListState(search, ['status'])
  const status = filters.status !== undefined && isReservationStatus(filters.status) ? filters.status : undefined
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryOf(reservationRoutes.listMyReservations, { query: { page, page_size: pageSize, ...(status && { status }) } }),
  )
  useLiveReservations()
  const change = (patch: ListSearch) => void navigate({ to: '/reservations', search: changeListSearch(search, patch) })
  const rows = () => {
    if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
    if (!data) return <Scaffold kind="list" rows={4} />
    if (data.items.length === 0)
      return status ? (
        <EmptyState
          title={t('none_of_state')}
          action={
            <Button variant="default" onClick={() => change({ status: undefined })}>
              {t('show_all')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          title={t('empty')}
          hint={t('empty_hint')}
          action={<LinkButton to="/home">{t('see_events')}</LinkButton>}
        />
      )
    return (
      <>
        <ul className={classes.list} aria-busy={isPlaceholderData}>
          {data.items.map((row) => (
            <ReservationCard key={row._id} row={row} level={2} />
          ))}
        </ul>
        {data.meta.total > 10 ? (
          <ListFooter
            meta={data.meta}
            onPage={(next) => change({ page: String(next) })}
            onPageSize={(size) => change({ page_size: String(size) })}
          />
        ) : null}
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('reservations')} />
      {data && data.items.length === 0 && !status ? null : (
        <nav className={classes.filters} aria-label={t('filter')}>
          <button type="button" aria-pressed={status === undefined} onClick={() => change({ status: undefined })}>
            {t('all')}
          </button>
          {RESERVATION_STATUSES.map((one) => (
            <button key={one} type="button" aria-pressed={status === one} onClick={() => change({ status: one })}>
              {t(`status_${one}`)}
            </button>
          ))}
        </nav>
      )}
      {rows()}
    </>
  )
}
