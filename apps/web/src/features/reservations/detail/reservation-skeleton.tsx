import { Skeleton } from '@mantine/core'
import { useT } from '#platform/i18n'
import { Breadcrumbs } from '#ui/shell/page-header'
import { texts } from '../../../ui/base/texts.ts'
import classes from './detail.module.css'

const LINES = ['92%', '74%', '83%', '58%']

/** A reservation that is on the way: its heading, its ticket, its money. */
export function ReservationSkeleton() {
  const t = useT(texts)
  return (
    <>
      <header className={classes.head}>
        <div>
          <Breadcrumbs />
          <div className={classes.badges}>
            <Skeleton height={26} width={104} radius="xs" />
          </div>
          <Skeleton height={34} width="78%" radius="xs" />
          <Skeleton height={16} width="58%" mt={12} radius="xs" />
        </div>
      </header>
      <div className={classes.grid} role="status" aria-label={t('loading')}>
        <div className={classes.ticket}>
          <div className={classes.frame}>
            <i />
            <Skeleton height={208} width={208} mx="auto" radius="xs" />
          </div>
          <Skeleton height={22} width={148} mx="auto" mt={16} radius="xs" />
        </div>
        <div className={classes.facts}>
          <section>
            <Skeleton height={24} width="34%" radius="xs" />
            {LINES.map((width) => (
              <Skeleton key={width} height={16} width={width} mt={16} radius="xs" />
            ))}
          </section>
        </div>
      </div>
    </>
  )
}
