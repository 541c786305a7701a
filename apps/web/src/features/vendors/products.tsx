import { formatCount } from '@shiloh/contract/text/format'
import type { VendorEvent } from '@shiloh/contract/vendors/vendors'
import { VENDOR_WORDS } from '@shiloh/contract/vendors/words'
import { IconScan } from '@tabler/icons-react'
import { useLanguage, useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import type { ProductFigures } from './queries.ts'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

/** What an event ordered of each product, and what of it is left to hand over. */
export function ProductsSection({ event, products }: { event: VendorEvent; products: readonly ProductFigures[] }) {
  const t = useT(texts)
  const word = useT(VENDOR_WORDS)
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  const sum = (of: (product: ProductFigures) => number) =>
    count(products.reduce((all, product) => all + of(product), 0))
  const search = { event_id: event._id }
  return (
    <section className={classes.section}>
      <header>
        <h2>{t('products')}</h2>
      </header>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('option')}</th>
            <th scope="col" data-figure>
              {word('ordered')}
            </th>
            <th scope="col" data-figure>
              {word('delivered')}
            </th>
            <th scope="col" data-figure>
              {t('left')}
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product._id}>
              <td>
                {product.product}, {product.option}
                {product.unconfirmed > 0 ? <small>{t('unconfirmed', { count: product.unconfirmed })}</small> : null}
                {product.to_put_back > 0 ? <small>{t('item_put_back', { count: product.to_put_back })}</small> : null}
                {product.to_return > 0 ? <small>{t('to_return', { count: product.to_return })}</small> : null}
              </td>
              <td data-figure>{count(product.ordered)}</td>
              <td data-figure>{count(product.delivered)}</td>
              <td data-figure>
                <b>{count(product.left)}</b>
              </td>
            </tr>
          ))}
          {products.length > 1 ? (
            <tr data-total>
              <td>{t('all')}</td>
              <td data-figure>{sum(({ ordered }) => ordered)}</td>
              <td data-figure>{sum(({ delivered }) => delivered)}</td>
              <td data-figure>{sum(({ left }) => left)}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <div className={classes.acts}>
        <LinkButton to="/vendor/orders" search={search} hash="scan" leftSection={<IconScan size={18} />}>
          {t('scan')}
        </LinkButton>
        <LinkButton variant="default" to="/vendor/orders" search={search}>
          {t('see_orders')}
        </LinkButton>
      </div>
    </section>
  )
}
