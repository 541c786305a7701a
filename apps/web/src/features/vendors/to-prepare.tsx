import { formatCount } from '@shiloh/contract/text/format'
import type { OrderState } from '@shiloh/contract/vendors/orders'
import { useLanguage, useT } from '#platform/i18n'
import type { ProductFigures } from './queries.ts'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

interface ToPrepareProps {
  products: readonly ProductFigures[]
  /** The sum whose orders are shown. */
  chosen: { readonly option: string; readonly state: string } | null
  onChoose: (option: string | null, state: OrderState) => void
}

/** What is still to pack and to put back, by product and option. Choosing a sum shows the orders that make it up. */
export function ToPrepare({ products, chosen, onChoose }: ToPrepareProps) {
  const t = useT(texts)
  const language = useLanguage()
  const rows = (count: (figures: ProductFigures) => number) => [
    ...Map.groupBy(
      products.filter((figures) => count(figures) > 0),
      ({ product }) => product,
    ),
  ]
  const list = (label: string, state: OrderState, count: (figures: ProductFigures) => number) =>
    rows(count).length === 0 ? null : (
      <div>
        <h2>{label}</h2>
        <dl className={classes.sums}>
          {rows(count).map(([product, options]) => (
            <div key={product}>
              <dt>{product}</dt>
              <dd>
                {options.map((figures) => {
                  const isChosen = chosen?.option === figures._id && chosen.state === state
                  return (
                    <button
                      key={figures._id}
                      type="button"
                      aria-pressed={isChosen}
                      onClick={() => onChoose(isChosen ? null : figures._id, state)}
                    >
                      <b>{formatCount(count(figures), language)}</b> × {figures.option}
                    </button>
                  )
                })}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    )
  if (products.every(({ ordered, to_put_back }) => ordered === 0 && to_put_back === 0)) return null
  return (
    <section className={classes.prepare} aria-label={t('to_prepare')}>
      {list(t('to_prepare'), 'ordered', ({ to_prepare }) => to_prepare) ?? (
        <p className={classes.note}>{t('all_prepared')}</p>
      )}
      {list(t('to_put_back'), 'to_put_back', ({ to_put_back }) => to_put_back)}
    </section>
  )
}
