import { clockOf, mealDaysLeft } from '@shiloh/contract/reservations/quote'
import { useT } from '#platform/i18n'
import { Said, sentences } from '#ui/base/said'
import { StatusBadge } from '#ui/base/status-badge'
import { Heading } from '#ui/base/values'
import { type ChoiceLine, ChoiceList, problemOf } from '#ui/form/choice-list'
import { Left } from '../parts/left.tsx'
import { Price } from '../parts/price.tsx'
import { personsIn } from './choice.ts'
import classes from './reserve.module.css'
import { byWhom, fieldId, type StepProps } from './step.ts'
import { Stepper } from './stepper.tsx'
import { hasCovers, piecesOf } from './steps.ts'
import { texts } from './texts.ts'
import { WaitingButton } from './waiting-button.tsx'

type Product = StepProps['event']['products'][number]
type Option = Product['options'][number]

function Caterers({ by, event, situation, choice, change, errorOf, waiting }: StepProps) {
  const t = useT(texts)
  if (event.caterers.length === 0) return null
  const persons = personsIn(choice)
  const clock = clockOf(event, new Date())
  const lines = event.caterers.map((caterer): ChoiceLine => {
    const days = mealDaysLeft(clock, caterer.days)
    const isKept = hasCovers(situation, caterer._id)
    const isSoldOut = !isKept && caterer.covers_left !== null && caterer.covers_left < persons
    const isWaiting = waiting.isOn('caterer', caterer.name)
    return {
      value: caterer._id,
      title: caterer.name,
      note: sentences([
        caterer.note && <Said words={caterer.note} lang={caterer.languages?.note} />,
        t(clock.today > clock.first ? 'caterer_days_left' : 'caterer_days', { count: days }),
      ]),
      price: <Price minor={caterer.price_per_day} currency={event.currency} />,
      left: isSoldOut ? <StatusBadge status="sold_out" /> : <Left count={caterer.covers_left} of="covers_left" />,
      closed: isSoldOut && !situation.isWaiting,
      below:
        isSoldOut && (isWaiting || waiting.join) ? (
          <WaitingButton
            waiting={isWaiting}
            onJoin={
              waiting.join &&
              (() =>
                waiting.join?.({ kind: 'caterer', name: caterer.name, item: caterer._id }, { caterer: caterer._id }))
            }
          />
        ) : undefined,
    }
  })
  return (
    <section className={classes.part}>
      <h2 id="caterer">{t('caterer')}</h2>
      <p className={classes.hint}>{t('caterer_note')}</p>
      <ChoiceList
        id={fieldId('caterer_id')}
        labelledBy="caterer"
        lines={[
          ...lines,
          { value: 'none', title: t('no_caterer'), note: t('no_caterer_note', { by: byWhom({ by }) }) },
        ]}
        value={choice.caterer ?? 'none'}
        onChoose={(caterer) => change({ caterer })}
        error={errorOf('caterer_id')}
      />
    </section>
  )
}

function OptionRow({ product, option, ...step }: { product: Product; option: Option } & StepProps) {
  const { event, situation, choice, change, errorOf, waiting } = step
  const t = useT(texts)
  const quantity = choice.products[option._id] ?? 0
  const own = piecesOf(situation, option._id)
  const left = option.stock_left === null ? null : option.stock_left + own
  const max = Math.min(option.max_per_reservation, left ?? option.max_per_reservation)
  const isSoldOut = max === 0
  const name = `${product.name}, ${option.name}`
  const error = errorOf(`products.${option._id}`)
  const isWaiting = waiting.isOn('product_option', name)
  const set = (next: number) => change({ products: { ...choice.products, [option._id]: next } })
  return (
    <li id={fieldId(`products.${option._id}`)} tabIndex={-1} data-error={error ? true : undefined}>
      <div className={classes.product}>
        <div>
          <b lang={option.languages?.name}>{option.name}</b>
          <p className={classes.hint}>
            <Price minor={option.price} currency={event.currency} />
            {left !== null && !isSoldOut ? (
              <>
                {' · '}
                <Left count={left} of="stock_left" />
              </>
            ) : null}
            {quantity === max && !isSoldOut ? ` · ${t('at_most', { count: max })}` : null}
          </p>
        </div>
        {isSoldOut ? (
          <StatusBadge status="sold_out_goods" />
        ) : (
          <Stepper name={name} quantity={quantity} max={max} onChange={set} />
        )}
      </div>
      {isSoldOut && (isWaiting || waiting.join) ? (
        <div className={classes.wait}>
          <WaitingButton
            waiting={isWaiting}
            onJoin={
              waiting.join &&
              (() =>
                waiting.join?.(
                  { kind: 'product_option', name, item: option._id },
                  { products: { ...choice.products, [option._id]: 1 } },
                ))
            }
          />
        </div>
      ) : null}
      {error ? <p className={classes.error}>{problemOf(error)}</p> : null}
    </li>
  )
}

/** Fourth step: meals and products. */
export function ExtrasStep(props: StepProps) {
  const t = useT(texts)
  const { products } = props.event
  return (
    <>
      <Caterers {...props} />
      {products.length > 0 ? (
        <section className={classes.part}>
          <h2>{t('products')}</h2>
          {products.map((product) => (
            <div key={product._id} className={classes.products}>
              <Heading level={3} lang={product.languages?.name}>
                {product.name}
              </Heading>
              <ul>
                {product.options.map((option) => (
                  <OptionRow key={option._id} product={product} option={option} {...props} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ) : null}
    </>
  )
}
