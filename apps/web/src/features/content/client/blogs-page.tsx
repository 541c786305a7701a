import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { contentRoutes } from '@shiloh/contract/content'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { changeListSearch, type ListSearch, readListState } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { ListFooter } from '#ui/list/list-footer'
import { PageHeader } from '#ui/shell/page-header'
import classes from './blogs.module.css'
import { PostCard } from './post-card.tsx'
import { texts } from './texts.ts'

/** Milliseconds after the last key before the search starts. */
const pause = 300

/** `/blogs`: posts, newest first. */
export function BlogsPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const search = useSearch({ from: '/blogs' })
  const { page, pageSize, search: words } = readListState(search, [])
  const { data, error, refetch } = useQuery(
    queryOf(contentRoutes.listPosts, { query: { page, page_size: pageSize, ...(words && { search: words }) } }),
  )
  const change = (patch: ListSearch) =>
    void navigate({ to: '/blogs', search: changeListSearch(search, patch), replace: true })
  const onType = useDebouncedCallback((text: string) => change({ search: text || undefined }), pause)
  const rows = () => {
    if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
    if (!data) return <Scaffold rows={5} />
    if (data.items.length === 0)
      return words ? (
        <EmptyState
          title={t('none_found', { search: words })}
          action={
            <Button variant="default" onClick={() => change({ search: undefined })}>
              {t('show_all')}
            </Button>
          }
        />
      ) : (
        <EmptyState title={t('none')} hint={t('none_hint')} />
      )
    return (
      <>
        <ul className={classes.list}>
          {data.items.map((post) => (
            <PostCard key={post._id} post={post} level={2} />
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
      <PageHeader title={t('blogs')} />
      <TextInput
        key={words === '' ? 'none' : 'some'}
        className={classes.search ?? ''}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={17} aria-hidden />}
        defaultValue={words}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {rows()}
    </>
  )
}
