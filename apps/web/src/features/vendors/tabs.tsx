import { Link } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

const tabs = [
  ['/vendor', 'covers'],
  ['/vendor/orders', 'orders'],
  ['/vendor/statement', 'statement'],
] as const

/** The three pages of a vendor, in sight on phones, where the header has them behind its menu. */
export function VendorTabs({
  eventId,
  left,
}: {
  eventId: string
  /** Pieces to hand over. */
  left: number
}) {
  const t = useT(texts)
  return (
    <nav className={classes.tabs} aria-label={t('sections')}>
      {tabs.map(([to, name]) => (
        <Link key={to} to={to} search={{ event_id: eventId }} activeOptions={{ exact: true, includeSearch: false }}>
          {t(name)}
          {name === 'orders' && left > 0 ? <small> {t('pieces', { count: left })}</small> : null}
        </Link>
      ))}
    </nav>
  )
}
