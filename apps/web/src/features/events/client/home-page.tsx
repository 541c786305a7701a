import { publicEventRoutes } from '@shiloh/contract/events/events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Scaffold } from '#ui/feedback/scaffold'
import { MemberList } from '#ui/list/member-list'
import { PageHeader } from '#ui/shell/page-header'
import { HomeNotices, useNoticesAreComing } from '../../identity/index.ts'
import { PinnedAnnouncements, usePinnedIsComing } from '../../messaging/index.ts'
import { HomeOwn, useOwnIsComing } from '../../reservations/index.ts'
import { EventRows, LeadEvent } from './event-list.tsx'
import classes from './events.module.css'
import { OwnPlace } from './own-place.tsx'
import { Cover } from './parts.tsx'
import { texts } from './texts.ts'
import { AvailabilityNow, useAskAroundOpening } from './use-registration.tsx'

/** `/home`: 'Activities & Events'. What waits for its person, the next trip and notices, then upcoming events. */
export function HomePage() {
  const t = useT(texts)
  const { user } = useAccount()
  const list = useQuery(queryOf(publicEventRoutes.listUserEvents, { query: {} }))
  useAskAroundOpening(list.data?.items ?? [], () => void list.refetch())
  const isComing = [usePinnedIsComing(), useOwnIsComing(), useNoticesAreComing(), list.isLoading].includes(true)
  // Shown in one go, so that what is one's own does not push the events down. What the server painted stays.
  const [isPainted] = useState(() => user === undefined || globalThis.window?.early !== undefined)
  const waits = isComing && !isPainted
  const about = (id: string) => {
    const card = list.data?.items.find(({ _id }) => _id === id)
    return {
      cover: <Cover event={card ?? { _id: id, picture_url: null }} />,
      left: card ? <AvailabilityNow event={card} /> : null,
    }
  }
  return (
    <>
      <PageHeader title={t('activities')} note={user ? t('greeting', { name: user.first_name }) : '\u00a0'} />
      {waits ? <Scaffold rows={4} kind="list" /> : null}
      <div hidden={waits} className={classes.home}>
        <OwnPlace>
          <PinnedAnnouncements />
          {user ? <HomeOwn about={about} aside={<HomeNotices />} /> : null}
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
      </div>
    </>
  )
}
