import { Button } from '@mantine/core'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { isReservationStatus, RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { readTickets } from '#platform/kept-tickets'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { useListAddress } from '#ui/list/list-address'
import { PagedList } from '#ui/list/paged-list'
import { PageHeader } from '#ui/shell/page-header'
import { TICKETS_PATH } from '../kept/paths.ts'
import { texts as keptTexts } from '../kept/texts.ts'
import { LedBeds } from '../led/led-beds.tsx'
import { useLiveReservations } from '../live.ts'
import { WaitingEntries } from '../waiting/waiting-entries.tsx'
import classes from './list.module.css'
import { ReservationCard } from './reservation-card.tsx'
import { texts } from './texts.ts'

/** `/reservations`: one's own, newest first. */
export function ReservationsPage() {
  const t = useT(texts)
  const kept = useT(keptTexts)
  const [hasTickets] = useState(() => readTickets(Date.now()).length > 0)
  const { page, pageSize, filters, change } = useListAddress(['status'], false)
  const status = filters.status !== undefined && isReservationStatus(filters.status) ? filters.status : undefined
  const list = useQuery(
    queryOf(reservationRoutes.listMyReservations, { query: { page, page_size: pageSize, ...(status && { status }) } }),
  )
  // What is above the list comes with it, so that nothing moves.
  const above = [
    useQuery(queryOf(allotmentRoutes.listLedAllotments)),
    useQuery({ ...queryOf(reservationRoutes.listMyWaiting), staleTime: 0 }),
  ]
  const isComing = [list, ...above].some(({ isLoading }) => isLoading)
  useLiveReservations()
  const showAll = (
    <Button variant="default" onClick={() => change({ status: undefined })}>
      {t('show_all')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('reservations')}
        actions={
          hasTickets ? (
            <LinkButton variant="default" leftSection={<IconQrcode size={17} aria-hidden />} to={TICKETS_PATH}>
              {kept('title')}
            </LinkButton>
          ) : null
        }
      />
      {isComing ? null : (
        <>
          <LedBeds />
          <WaitingEntries />
        </>
      )}
      {isComing ? (
        <div className={`${classes.filters} ${classes.coming}`} aria-hidden="true" />
      ) : list.data?.items.length === 0 && !status ? null : (
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
      <PagedList
        query={isComing ? { ...list, data: undefined } : list}
        skeleton={{ rows: 3, phone: 259, desktop: 171 }}
        empty={
          status
            ? { title: t('none_of_state'), action: showAll }
            : {
                title: t('empty'),
                hint: t('empty_hint'),
                action: <LinkButton to="/home">{t('see_events')}</LinkButton>,
              }
        }
        onChange={change}
      >
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((row) => (
              <ReservationCard key={row._id} row={row} level={2} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
