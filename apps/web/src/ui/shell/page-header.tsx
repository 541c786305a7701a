import { Link, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCurrentEvent } from '#platform/current-event'
import { useT, useText } from '#platform/i18n'
import { listAsLeft } from '#platform/lists-as-left'
import { type Crumb, shownPage } from '#platform/routing'
import { texts } from '../base/texts.ts'
import { Heading } from '../base/values.tsx'
import { texts as navTexts } from './nav-texts.ts'
import classes from './page-header.module.css'
import { usePageName } from './page-name.tsx'

/**
 * The path from the area's home to this page, from the routes' static data. A list is opened as it was left.
 * @param current the name of the page or of its record
 */
export function Breadcrumbs({ current }: { current?: string | undefined }) {
  const t = useT(texts)
  const text = useText()
  // Around a page that does not exist there is no path to it.
  const page = useMatches({ select: shownPage })
  const inGroup = useT(navTexts)
  const { event, addressed } = useCurrentEvent()
  const group = page?.layout === 'admin' ? page.nav?.group : undefined
  // A list of one event is below it. Of all events, it is below the events.
  const events: readonly Crumb[] = [
    { label: () => inGroup('events'), to: '/admin/events' },
    ...(addressed && event?._id === addressed
      ? [{ label: () => event.name, to: `/admin/events/${event._id}/stats` }]
      : []),
  ]
  const crumbs = page?.breadcrumb ?? (group && page?.ofEvent ? events : group ? [{ label: () => inGroup(group) }] : [])
  if (!page || crumbs.length === 0) return null
  const here = current ?? text(page.title)
  // A list at the top of its area would be its own parent.
  if (crumbs.every(({ label }) => text(label) === here)) return null
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.crumbs}>
      <ol>
        {crumbs.map((crumb) => {
          const label = text(crumb.label)
          return label === here ? null : (
            <li key={label}>
              {crumb.to ? (
                <Link to={crumb.to} search={listAsLeft(crumb.to, event?._id)} activeOptions={{ exact: true }}>
                  {label}
                </Link>
              ) : (
                <span>{label}</span>
              )}
            </li>
          )
        })}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}

interface PageHeaderProps {
  title: string
  /** The page that the title links to: the person of a reservation. */
  titleTo?: string | undefined
  /** A short sentence or count beside the title. */
  note?: ReactNode
  /** Status badges. */
  badges?: ReactNode
  /** The next step filled, others outlined. */
  actions?: ReactNode
  /** The admin area has its breadcrumbs in the top bar. */
  breadcrumbs?: boolean
  /** Title and note on one line: for dense pages. */
  compact?: boolean
}

/** The head of a page: breadcrumbs, title, note and actions. */
export function PageHeader({
  title,
  titleTo,
  note,
  badges,
  actions,
  breadcrumbs = true,
  compact = false,
}: PageHeaderProps) {
  usePageName(title)
  return (
    <header className={classes.header}>
      {breadcrumbs ? <Breadcrumbs current={title} /> : null}
      <div className={classes.line}>
        <div className={classes.title} data-compact={compact || undefined}>
          <div className={classes.name}>
            {titleTo ? (
              <Link to={titleTo} className={classes.titleLink}>
                <Heading level={1}>{title}</Heading>
              </Link>
            ) : (
              <Heading level={1}>{title}</Heading>
            )}
            {badges ? <div className={classes.badges}>{badges}</div> : null}
          </div>
          {note ? <div className={`dim ${classes.note}`}>{note}</div> : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
    </header>
  )
}
