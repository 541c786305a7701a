import { Skeleton } from '@mantine/core'
import { useT } from '#platform/i18n'
import { Breadcrumbs } from '#ui/shell/page-header'
import { texts } from '../../../ui/base/texts.ts'
import classes from './event.module.css'
import list from './events.module.css'

const LINES = ['92%', '84%', '88%', '46%']

/** An event that is on the way: its picture, its name, its description. */
export function EventSkeleton() {
  const t = useT(texts)
  return (
    <article className={classes.page} data-bar aria-busy="true" aria-label={t('loading')}>
      <Breadcrumbs />
      <div className={classes.hero}>
        <div className={list.cover} />
      </div>
      <p className={classes.kind}>{'\u00a0'}</p>
      <Skeleton height={36} width="76%" radius="xs" />
      <div className={classes.grid}>
        <div className={classes.main}>
          {LINES.map((width) => (
            <Skeleton key={width} height={16} width={width} mb={14} radius="xs" />
          ))}
        </div>
      </div>
      <div className={classes.bar}>
        <div>
          <Skeleton height={16} width="70%" radius="xs" />
        </div>
        <Skeleton height={48} width={150} radius="sm" />
      </div>
    </article>
  )
}
