import { addDays } from '@shiloh/contract/reservations/nights'
import type { QuoteLine } from '@shiloh/contract/reservations/quote'
import { formatAmount, formatRange } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import classes from '../reserve/reserve.module.css'
import { texts } from '../reserve/texts.ts'

/**
 * Returns how an amount is composed: `5 nights at 320.00, 10 – 15 January, 2027`, `2 persons, 6 days at 40.00`. A stay names the
 * day on which it ends, meals their last day.
 */
function useMade(lines: readonly QuoteLine[]): (line: QuoteLine, names: readonly string[]) => string | null {
  const t = useT(texts)
  const language = useLanguage()
  return ({ kind, ref_id, quantity, units, unit_price, person, from_day, until_day }, names) => {
    const price = formatAmount(unit_price, language)
    const persons = (rest: string) => (quantity > 1 ? t('persons_times', { count: quantity, rest }) : rest)
    const on = (made: string) => {
      if (!from_day || !until_day) return made
      const last = kind === 'caterer' ? addDays(until_day, -1) : until_day
      return `${made}, ${formatRange(from_day, last, language, 'UTC', { weekdays: false })}`
    }
    switch (kind) {
      case 'participant_type':
        return (person === null ? names.join(', ') : names[person]) || null
      case 'accommodation':
        return on(persons(t('nights_at', { count: units, price })))
      case 'caterer':
        return on(persons(t('days_at', { count: units, price })))
      default:
        return quantity > 1 || isSplit(lines, kind, ref_id) ? t('times', { count: quantity, price }) : null
    }
  }
}

/** Returns whether pieces of one thing were ordered at different prices. Then each line says its price. */
const isSplit = (lines: readonly QuoteLine[], kind: QuoteLine['kind'], refId: string): boolean =>
  lines.filter((line) => line.kind === kind && line.ref_id === refId).length > 1

/** A question and its answer have a colon between them. A question mark needs none. */
const readable = (label: string): string => label.replace('?: ', '? ')

interface QuoteLinesProps {
  lines: readonly QuoteLine[]
  names: readonly string[]
  isGivenUp?: boolean
}

/**
 * The lines of a quote, each with its composition.
 * @param names of the guests, in order
 * @param isGivenUp they are taken off a price
 */
export function QuoteLines({ lines, names, isGivenUp = false }: QuoteLinesProps) {
  const t = useT(texts)
  const language = useLanguage()
  const made = useMade(lines)
  return (
    <>
      {lines.map((line) => (
        <div
          key={`${line.kind} ${line.ref_id} ${line.person} ${line.from_day} ${line.quantity} ${line.unit_price}`}
          className={classes.row}
        >
          <dt>
            {isGivenUp ? t('given_up', { name: readable(line.label) }) : readable(line.label)}
            {made(line, names) ? <small>{made(line, names)}</small> : null}
          </dt>
          <dd>
            {isGivenUp && line.amount > 0 ? '−' : ''}
            {formatAmount(line.amount, language)}
          </dd>
        </div>
      ))}
    </>
  )
}
