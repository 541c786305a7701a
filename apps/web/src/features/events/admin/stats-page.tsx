import { Button } from '@mantine/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { inLanguage } from '@shiloh/contract/text/translations'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Panels } from '#ui/base/figures'
import { StatusBadge } from '#ui/base/status-badge'
import { DateRange } from '#ui/base/values'
import { LiveMark } from '#ui/feedback/live-mark'
import { isGone, LoadFailed, NotFound } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import overview from './overview.module.css'
import { ByStatus, EventStrip, MoneyPanel, Occupancy, Quotas, SignUps } from './overview.tsx'
import { eventQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The statistics of one event, live. */
export function StatsPage() {
  const t = useT(texts)
  const language = useLanguage()
  const { id } = useParams({ from: '/admin/events/$id/stats' })
  const event = useQuery({ ...eventQuery(id), placeholderData: undefined })
  const stats = useQuery({
    ...queryOf(adminEventRoutes.readEventStats, { params: { id } }),
    placeholderData: undefined,
  })
  const error = event.error ?? stats.error
  if (!event.data || !stats.data) {
    if (isGone(error)) return <NotFound />
    const again = () => void Promise.all([event.refetch(), stats.refetch()])
    return error ? <LoadFailed message={error.message} onRetry={again} /> : <Scaffold rows={10} />
  }
  const { status, starts_at, ends_at, time_zone } = event.data
  const { name } = inLanguage(event.data, language)
  const { currency } = stats.data
  return (
    <div className={overview.home}>
      <div>
        <PageHeader
          breadcrumbs={false}
          compact
          title={name}
          note={
            <>
              <StatusBadge status={status} /> <DateRange from={starts_at} to={ends_at} zone={time_zone} />
            </>
          }
          actions={
            <>
              <LiveMark eventId={id} stale={[adminEventRoutes.readEventStats]} />
              <Button
                component={Link}
                to={`/admin/events/${id}`}
                variant="default"
                leftSection={<IconPencil size={17} />}
              >
                {t('to_editor')}
              </Button>
            </>
          }
        />
        <EventStrip stats={stats.data} />
        <Panels
          left={
            <>
              <SignUps stats={stats.data} />
              <MoneyPanel stats={stats.data} eventId={id} />
              <Quotas title={t('caterers')} of={stats.data.caterers} currency={currency} />
            </>
          }
          right={
            <>
              <Quotas title={t('participant_types')} of={stats.data.participant_types} currency={currency} />
              <ByStatus stats={stats.data} />
              <Quotas title={t('products')} of={stats.data.products} currency={currency} />
            </>
          }
        />
        <div className={overview.below}>
          <Occupancy stats={stats.data} eventId={id} />
        </div>
      </div>
    </div>
  )
}
