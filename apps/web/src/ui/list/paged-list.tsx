import { type ListMeta, PAGE_SIZES } from '@shiloh/contract/core'
import type { ListSearch } from '#platform/list-search'
import { ListFooter } from './list-footer.tsx'
import { MemberList, type MemberListProps } from './member-list.tsx'

interface PagedListProps<Row> extends Omit<MemberListProps<Row>, 'pages'> {
  /** Changes the page in the address. */
  onChange: (part: ListSearch) => void
}

/** A list of a member's own things in pages. */
export function PagedList<Row>({ onChange, ...list }: PagedListProps<Row>) {
  const footer = (meta: ListMeta) =>
    meta.total > Math.min(...PAGE_SIZES) ? (
      <ListFooter
        meta={meta}
        onPage={(page) => onChange({ page: page === 1 ? undefined : String(page) })}
        onPageSize={(size) => onChange({ page_size: String(size) })}
      />
    ) : null
  return <MemberList {...list} pages={{ onChange, footer }} />
}
