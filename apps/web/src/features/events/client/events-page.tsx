import { publicEventRoutes } from '@shiloh/contract/events/events'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { useListAddress } from '#ui/list/list-address'
import { PagedList } from '#ui/list/paged-list'
import { SearchField } from '#ui/list/search-field'
import { PageHeader } from '#ui/shell/page-header'
import { EventRows } from './event-list.tsx'
import classes from './events.module.css'
import { GuestPage } from './parts.tsx'
import { texts } from './texts.ts'
import { useAskAroundOpening } from './use-registration.tsx'

function List() {
  const t = useT(texts)
  const { page, pageSize, search, filters, change } = useListAddress(['when'])
  const when = filters.when === 'past' ? 'past' : 'upcoming'
  const list = useQuery(
    queryOf(publicEventRoutes.listUserEvents, {
      query: { when, page, page_size: pageSize, ...(search && { search }) },
    }),
  )
  useAskAroundOpening(list.data?.items ?? [], () => void list.refetch())
  const showAll = (
    <LinkButton variant="default" to="/events">
      {t('show_all')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={t('events')} />
      <div className={classes.filters}>
        <nav aria-label={t('filter')}>
          {(['upcoming', 'past'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={when === one}
              onClick={() => change({ when: one === 'past' ? one : undefined })}
            >
              {t(one)}
            </button>
          ))}
        </nav>
        <SearchField label={t('search')} words={search} onSearch={(words) => change({ search: words })} />
      </div>
      <PagedList
        query={list}
        skeleton={{ rows: 4, phone: 236, desktop: 208 }}
        empty={
          search ? { title: t('none_found', { search }), action: showAll } : { title: t('none'), hint: t('none_hint') }
        }
        onChange={change}
      >
        {(cards) => <EventRows cards={cards} />}
      </PagedList>
    </>
  )
}

/** `/events` for users who are signed in. The server renders it for guests. */
export function EventsPage() {
  const { user } = useAccount()
  return user ? <List /> : <GuestPage />
}
