import { Skeleton } from '@mantine/core'
import { useT } from '#platform/i18n'
import { texts } from '../base/texts.ts'
import classes from './states.module.css'

const widths = ['62%', '88%', '74%', '93%', '55%', '80%']

/** Lines of uneven length, like text. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `line ${i}`, width: widths[i % widths.length] ?? '70%' }))

/** Placeholder of loading content: the head of a page with some lines, or the rows of a list. */
export function Scaffold({ rows = 6, kind = 'page' }: { rows?: number; kind?: 'page' | 'list' }) {
  const t = useT(texts)
  return (
    <div className={classes.scaffold} role="status" aria-label={t('loading')}>
      {kind === 'page' ? <Skeleton height={40} width="46%" radius="xs" /> : null}
      {lines(rows).map(({ id, width }) =>
        kind === 'page' ? (
          <Skeleton key={id} height={16} width={width} radius="xs" />
        ) : (
          <div key={id} className={classes.row}>
            <Skeleton height={14} width={60} radius="xs" />
            <Skeleton height={14} width={width} radius="xs" />
            <Skeleton height={14} width={90} radius="xs" />
          </div>
        ),
      )}
    </div>
  )
}
