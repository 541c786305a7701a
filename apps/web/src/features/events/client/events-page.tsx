import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { changeListSearch, type ListSearch, readListState } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { ListFooter } from '#ui/list/list-footer'
import { PageHeader } from '#ui/shell/page-header'
import { EventRows } from './event-list.tsx'
import classes from './events.module.css'
import { GuestPage } from './parts.tsx'
import { texts } from './texts.ts'

/** Milliseconds after the last key before the search starts. */
const pause = 300

function List() {
  const t = useT(texts)
  const navigate = useNavigate()
  const search = useSearch({ from: '/events' })
  const { page, pageSize, search: words, filters } = readListState(search, ['when'])
  const when = filters.when === 'past' ? 'past' : 'upcoming'
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryOf(publicEventRoutes.listUserEvents, {
      query: { when, page, page_size: pageSize, ...(words && { search: words }) },
    }),
  )
  const change = (patch: ListSearch) =>
    void navigate({ to: '/events', search: changeListSearch(search, patch), replace: true })
  const onType = useDebouncedCallback((text: string) => change({ search: text || undefined }), pause)
  const rows = () => {
    if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
    if (!data) return <Scaffold rows={5} />
    if (data.items.length === 0)
      return words ? (
        <EmptyState
          title={t('none_found', { search: words })}
          action={
            <LinkButton variant="default" to="/events">
              {t('show_all')}
            </LinkButton>
          }
        />
      ) : (
        <EmptyState title={t('none')} hint={t('none_hint')} />
      )
    return (
      <div aria-busy={isPlaceholderData}>
        <EventRows cards={data.items} />
        {data.meta.total_pages > 1 || data.meta.page_size > 50 ? (
          <ListFooter
            meta={data.meta}
            onPage={(next) => change({ page: String(next) })}
            onPageSize={(size) => change({ page_size: String(size) })}
          />
        ) : null}
      </div>
    )
  }
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
        <TextInput
          key={words === '' ? 'empty' : 'search'}
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={17} aria-hidden />}
          defaultValue={words}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      </div>
      {rows()}
    </>
  )
}

/** `/events` for users who are signed in. The server renders it for guests. */
export function EventsPage() {
  const { user } = useAccount()
  return user ? <List /> : <GuestPage />
}
