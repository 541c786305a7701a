import { cashNumber } from '@shiloh/contract/payments/money'
import type { Till } from '@shiloh/contract/payments/till'
import { formatAmount } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import classes from './closing.module.css'
import { texts as words } from './texts.ts'

/** Returns a formatter of amounts with an accountant's sign. */
export function useSigned(): (minor: number) => string {
  const language = useLanguage()
  return (minor) => (minor < 0 ? `−${formatAmount(-minor, language)}` : formatAmount(minor, language))
}

interface Books {
  readonly opening: number
  readonly expected: number
}
export const booksOf = (till: Till, opening: number): Books => ({
  opening,
  expected: opening + till.taken - till.voided - till.given_back,
})

/** The cash that should be in the till by the books, line by line. */
export function ShouldBe({ till, books }: { till: Till; books: Books }) {
  const t = useT(words)
  const signed = useSigned()
  const numbers =
    till.first_receipt === null || till.last_receipt === null
      ? ''
      : `, ${t('numbers', { from: cashNumber(till.first_receipt), to: cashNumber(till.last_receipt) })}`
  const lines = [
    ...(till.closing ? [[t('opening'), '', books.opening] as const] : []),
    [t('taken'), `${t('receipts', { count: till.receipts })}${numbers}`, till.taken],
    // Without `0 -`, zero would be shown as minus zero.
    [t('voided'), '', 0 - till.voided],
    [t('given_back'), t('slips', { count: till.slips }), 0 - till.given_back],
  ] as const
  return (
    <dl className={classes.books}>
      {lines.map(([label, note, minor]) => (
        <div key={label}>
          <dt>
            {label}
            {note ? <span>{note}</span> : null}
          </dt>
          <dd>{signed(minor)}</dd>
        </div>
      ))}
      <div data-sum>
        <dt>{t('should_be', { currency: till.currency })}</dt>
        <dd>{signed(books.expected)}</dd>
      </div>
    </dl>
  )
}
