import { publicEventRoutes } from '@shiloh/contract/events/events'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { MemberList } from '#ui/list/member-list'
import { PageHeader } from '#ui/shell/page-header'
import { PinnedAnnouncements } from '../../messaging/index.ts'
import { ContinueReserving, OwnReservations } from '../../reservations/index.ts'
import { EventRows, LeadEvent } from './event-list.tsx'
import classes from './events.module.css'
import { OwnPlace } from './own-place.tsx'
import { texts } from './texts.ts'

/** `/home`: 'Activities & Events'. Own reservations with their next actions, then upcoming events. */
export function HomePage() {
  const t = useT(texts)
  const { user } = useAccount()
  const list = useQuery(queryOf(publicEventRoutes.listUserEvents, { query: {} }))
  return (
    <>
      <PageHeader title={t('activities')} note={user ? t('greeting', { name: user.first_name }) : '\u00a0'} />
      <OwnPlace>
        <PinnedAnnouncements />
        <ContinueReserving />
        <OwnReservations />
      </OwnPlace>
      <h2 className={classes.next}>{t('next_events')}</h2>
      <MemberList
        query={list}
        skeleton={{ rows: 4, phone: 200, desktop: 200 }}
        empty={{ title: t('none'), hint: t('none_hint') }}
      >
        {([first, ...rest]) => (
          <>
            {first ? <LeadEvent card={first} /> : null}
            <EventRows cards={rest} />
            <p className={classes.all}>
              <LinkButton variant="default" to="/events">
                {t('all_events')}
              </LinkButton>
            </p>
          </>
        )}
      </MemberList>
    </>
  )
}
