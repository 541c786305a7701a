import { Box, Button, Skeleton } from '@mantine/core'
import type { ListMeta } from '@shiloh/contract/core'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useT } from '#platform/i18n'
import type { ListSearch } from '#platform/list-search'
import { texts as shared } from '../base/texts.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { LoadFailed } from '../feedback/page-states.tsx'
import classes from './member-list.module.css'

interface Page<Row> {
  readonly items: readonly Row[]
  readonly meta: ListMeta
}

interface Loaded<Row> {
  readonly data: Page<Row> | readonly Row[] | undefined
  readonly error: Error | null
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

const isPage = <Row,>(data: Page<Row> | readonly Row[]): data is Page<Row> => 'meta' in data

export interface MemberListProps<Row> {
  /** The query of the list: a page of rows, or all of them. */
  query: Loaded<Row>
  /** The rows that are expected, and their height on phones and on wide screens in pixels: the page must not jump. */
  skeleton: { readonly rows: number; readonly phone: number; readonly desktop: number }
  /** What is shown without rows. */
  empty: ComponentProps<typeof EmptyState>
  /** A list in pages: what changes the page in the address, and what is below it (`paged-list.tsx`). */
  pages?: { readonly onChange: (part: ListSearch) => void; readonly footer: (meta: ListMeta) => ReactNode }
  children: (rows: readonly Row[]) => ReactNode
}

/** A list of a member's own things, in all its states: loading, failed, out of date, empty, in pages. */
export function MemberList<Row>({ query, skeleton, empty, pages, children }: MemberListProps<Row>) {
  const t = useT(shared)
  const { data, error, isPlaceholderData, refetch } = query
  const retry = () => void refetch()
  // A page beyond the last, from an old link or after rows were deleted.
  const lastPage =
    data && isPage(data) && !isPlaceholderData && data.items.length === 0 && data.meta.page > 1
      ? Math.max(data.meta.total_pages, 1)
      : 0
  const turnTo = useRef(pages?.onChange)
  turnTo.current = pages?.onChange
  useEffect(() => {
    if (lastPage > 0) turnTo.current?.({ page: lastPage === 1 ? undefined : String(lastPage) })
  }, [lastPage])
  if (!data || lastPage > 0)
    return error ? <LoadFailed message={error.message} onRetry={retry} /> : <ListSkeleton {...skeleton} />
  const rows = isPage(data) ? data.items : data
  return (
    <>
      {error ? (
        <div role="alert" className={classes.stale}>
          {error.message}
          <Button variant="subtle" onClick={retry}>
            {t('try_again')}
          </Button>
        </div>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <div className={classes.list} aria-busy={isPlaceholderData}>
          {children(rows)}
        </div>
      )}
      {pages && isPage(data) && rows.length > 0 ? pages.footer(data.meta) : null}
    </>
  )
}

function ListSkeleton({ rows, phone, desktop }: MemberListProps<unknown>['skeleton']) {
  const t = useT(shared)
  return (
    <Box role="status" aria-label={t('loading')} __vars={{ '--phone': `${phone}px`, '--desktop': `${desktop}px` }}>
      {Array.from({ length: rows }, (_, i) => `row ${i}`).map((row) => (
        <div key={row} className={classes.skeleton}>
          <Skeleton height={20} width="56%" radius="xs" />
          <Skeleton height={14} width="82%" radius="xs" />
        </div>
      ))}
    </Box>
  )
}
