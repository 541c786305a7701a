import { Skeleton } from '@mantine/core'
import { useT } from '#platform/i18n'
import classes from './states.module.css'
import { texts } from './texts.ts'

/** Stands where content will be: the head of a page and some lines, or the rows of a list. */
export function Scaffold({ rows = 6, kind = 'page' }: { rows?: number; kind?: 'page' | 'list' }) {
  const t = useT(texts)
  const widths = ['62%', '88%', '74%', '93%', '55%', '80%']
  return (
    <div className={classes.scaffold} role="status" aria-label={t('loading')}>
      {kind === 'page' ? <Skeleton height={40} width="46%" radius="xs" /> : null}
      {Array.from({ length: rows }, (_, i) =>
        kind === 'page' ? (
          <Skeleton key={widths[i % 6] + String(i)} height={16} width={widths[i % 6] ?? '70%'} radius="xs" />
        ) : (
          <div key={`row ${i}`} className={classes.row}>
            <Skeleton height={14} width={60} radius="xs" />
            <Skeleton height={14} width={widths[i % 6] ?? '70%'} radius="xs" />
            <Skeleton height={14} width={90} radius="xs" />
          </div>
        ),
      )}
    </div>
  )
}
