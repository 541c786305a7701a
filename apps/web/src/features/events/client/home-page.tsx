import { publicEventRoutes } from '@shiloh/contract/events/events'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import { OwnReservations } from '../../reservations/index.ts'
import { EventRows, LeadEvent } from './event-list.tsx'
import classes from './events.module.css'
import { texts } from './texts.ts'

/** `/home`: 'Activities & Events'. Own reservations with their next actions, then upcoming events. */
export function HomePage() {
  const t = useT(texts)
  const { user } = useAccount()
  const { data, error, refetch } = useQuery(queryOf(publicEventRoutes.listUserEvents, { query: {} }))
  const [first, ...rest] = data?.items ?? []
  const events = () => {
    if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
    if (!data) return <Scaffold rows={4} />
    if (!first) return <EmptyState title={t('none')} hint={t('none_hint')} />
    return (
      <>
        <LeadEvent card={first} />
        <EventRows cards={rest} />
        <p className={classes.all}>
          <LinkButton variant="default" to="/events">
            {t('all_events')}
          </LinkButton>
        </p>
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('activities')} note={user ? t('greeting', { name: user.first_name }) : undefined} />
      <OwnReservations />
      <h2 className={classes.next}>{t('next_events')}</h2>
      {events()}
    </>
  )
}
