import { ActionIcon } from '@mantine/core'
import { type ListMeta, PAGE_SIZES } from '@shiloh/contract/core'
import { formatCount } from '@shiloh/contract/text/format'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { pageButtons } from '#platform/list-search'
import classes from './list.module.css'
import { texts } from './list-texts.ts'

interface ListFooterProps {
  meta: ListMeta
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  /** What stands beside the page sizes. */
  children?: ReactNode
}

/** The position in the list, the page size, and the other pages. */
export function ListFooter({ meta, onPage, onPageSize, children }: ListFooterProps) {
  const t = useT(texts)
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  const from = (meta.page - 1) * meta.page_size + 1
  const to = Math.min(meta.page * meta.page_size, meta.total)
  return (
    <footer
      className={classes.footer}
      data-all={meta.total <= PAGE_SIZES[0] || undefined}
      data-bottom-bar
      data-no-print
    >
      <span className="num">{t('range', { from: count(from), to: count(to), total: count(meta.total) })}</span>
      <span className={classes.sizes}>
        <span id="page-size">{t('rows')}</span>
        <fieldset className={classes.sizeChoice} aria-labelledby="page-size">
          {PAGE_SIZES.map((size) => (
            <button key={size} type="button" aria-pressed={size === meta.page_size} onClick={() => onPageSize(size)}>
              {size}
            </button>
          ))}
        </fieldset>
      </span>
      {children}
      <nav aria-label={t('pages')}>
        <ActionIcon
          size={32}
          disabled={meta.page <= 1}
          aria-label={t('previous')}
          onClick={() => onPage(meta.page - 1)}
        >
          <IconChevronLeft size={17} />
        </ActionIcon>
        {pageButtons(meta.page, meta.total_pages).map((page, i, all) =>
          page === null ? (
            <span key={`gap after ${all[i - 1]}`}>…</span>
          ) : (
            <button
              key={page}
              type="button"
              aria-label={t('page', { page })}
              aria-current={page === meta.page ? 'page' : undefined}
              onClick={() => onPage(page)}
            >
              {count(page)}
            </button>
          ),
        )}
        <ActionIcon
          size={32}
          disabled={meta.page >= meta.total_pages}
          aria-label={t('next')}
          onClick={() => onPage(meta.page + 1)}
        >
          <IconChevronRight size={17} />
        </ActionIcon>
      </nav>
    </footer>
  )
}
