import { Button } from '@mantine/core'
import { contentRoutes } from '@shiloh/contract/content'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { useListAddress } from '#ui/list/list-address'
import { PagedList } from '#ui/list/paged-list'
import { SearchField } from '#ui/list/search-field'
import { PageHeader } from '#ui/shell/page-header'
import classes from './blogs.module.css'
import { PostCard } from './post-card.tsx'
import { texts } from './texts.ts'

/** `/blogs`: posts, newest first. */
export function BlogsPage() {
  const t = useT(texts)
  const { page, pageSize, search, change } = useListAddress([])
  const list = useQuery(
    queryOf(contentRoutes.listPosts, { query: { page, page_size: pageSize, ...(search && { search }) } }),
  )
  const showAll = (
    <Button variant="default" onClick={() => change({ search: undefined })}>
      {t('show_all')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('blogs')} />
      <div className={classes.search}>
        <SearchField label={t('search')} words={search} onSearch={(words) => change({ search: words })} />
      </div>
      <PagedList
        query={list}
        skeleton={{ rows: 3, phone: 393, desktop: 154 }}
        empty={
          search ? { title: t('none_found', { search }), action: showAll } : { title: t('none'), hint: t('none_hint') }
        }
        onChange={change}
      >
        {(posts) => (
          <ul className={classes.list}>
            {posts.map((post) => (
              <PostCard key={post._id} post={post} level={2} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
