import { VENDOR_WORDS } from '@shiloh/contract/vendors/words'
import { Link } from '@tanstack/react-router'
import { text, useT, useText } from '#platform/i18n'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

const tabs = [
  ['/vendor', text(VENDOR_WORDS, 'covers')],
  ['/vendor/orders', text(VENDOR_WORDS, 'orders')],
  ['/vendor/statement', text(VENDOR_WORDS, 'statement')],
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
  const say = useText()
  return (
    <nav className={classes.tabs} aria-label={t('sections')}>
      {tabs.map(([to, label]) => (
        <Link key={to} to={to} search={{ event_id: eventId }} activeOptions={{ exact: true, includeSearch: false }}>
          {say(label)}
          {to === '/vendor/orders' && left > 0 ? <small> {t('pieces', { count: left })}</small> : null}
        </Link>
      ))}
    </nav>
  )
}
