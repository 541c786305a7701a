import type { QuoteLine } from '@shiloh/contract/reservations/quote'
import { formatAmount } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import classes from '../reserve/reserve.module.css'
import { texts } from '../reserve/texts.ts'

/** Returns how an amount is composed: `5 nights at 320.00`, `2 persons, 6 days at 40.00`. */
function useMade(): (line: QuoteLine, names: readonly string[]) => string | null {
  const t = useT(texts)
  const language = useLanguage()
  return ({ kind, quantity, units, unit_price, person }, names) => {
    const price = formatAmount(unit_price, language)
    const persons = (rest: string) => (quantity > 1 ? t('persons_times', { count: quantity, rest }) : rest)
    switch (kind) {
      case 'participant_type':
        return (person === null ? names.join(', ') : names[person]) || null
      case 'accommodation':
        return persons(t('nights_at', { count: units, price }))
      case 'caterer':
        return persons(t('days_at', { count: units, price }))
      default:
        return quantity > 1 ? t('times', { count: quantity, price }) : null
    }
  }
}

/**
 * The lines of a quote, each with its composition.
 * @param names of the guests, in order
 */
export function QuoteLines({ lines, names }: { lines: readonly QuoteLine[]; names: readonly string[] }) {
  const language = useLanguage()
  const made = useMade()
  return (
    <>
      {lines.map((line) => (
        <div key={`${line.kind} ${line.ref_id} ${line.person}`} className={classes.row}>
          <dt>
            {line.label}
            {made(line, names) ? <small>{made(line, names)}</small> : null}
          </dt>
          <dd>{formatAmount(line.amount, language)}</dd>
        </div>
      ))}
    </>
  )
}
