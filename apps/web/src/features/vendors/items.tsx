import { formatCount } from '@shiloh/contract/text/format'
import { leftOf, toPutBack, toReturn } from '@shiloh/contract/vendors/orders'
import type { VendorOrder } from '@shiloh/contract/vendors/vendors'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

/** What of an order is what: options with their quantities. */
export function Items({ order }: { order: VendorOrder }) {
  const t = useT(texts)
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  return (
    <ul className={classes.items}>
      {order.items.map((item) => {
        const back = toReturn(item)
        const away = toPutBack(item)
        // Of a cancelled order, what is still out of the shelf.
        const pieces = item.quantity > 0 ? item.quantity : Math.max(item.prepared, item.delivered)
        return (
          <li key={item._id}>
            <span>
              <b>{count(pieces)}</b> × {item.product}, {item.option}
            </span>
            {away > 0 ? <small>{t('item_put_back', { count: away })}</small> : null}
            {back > 0 ? <small>{t('item_back', { count: back })}</small> : null}
            {item.delivered > 0 && leftOf(item) > 0 ? (
              <small>{t('item_left', { left: count(leftOf(item)), quantity: count(item.quantity) })}</small>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
