import { unbroken } from '@shiloh/contract/text/format'

/**
 * A date in figures or in words, as `text/format` writes it in any language, with its weekday: `Fri 22-01-2027`,
 * `Fr., 22. Januar 2027`, `sexta, 22 de janeiro de 2027`; the first day of a range, with its dash: `Mo., 11. –`; or a time with AM or PM. A
 * line may end between them: together they are wider than a column of a phone. Amounts hold together by the space in them.
 */
export const WHOLE_DATE =
  /((?:\p{L}+\.?,? )?(?:\d{2}[-./]\d{2}[-./]\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}(?:er|\.)? (?:de )?\p{L}+,? (?:de )?\d{4}(?: –(?= ))?|\d{1,2}(?:er|\.)?(?: (?:de )?\p{L}+)? –(?= ))|\d{1,2}:\d{2} [AP]M)/u

const DATES = new RegExp(WHOLE_DATE, 'gu')

/** A date or a time as above, or the code of a reservation: `PS-KZ7JCW2F`. */
export const WHOLE = new RegExp(`${WHOLE_DATE.source.slice(0, -1)}|\\b[A-Z0-9]{2,6}-[A-Z0-9]{4,10}\\b)`, 'u')

/** Returns a text that no line ends within at a date or a time. For screens: the signs are not in the alphabet of an SMS. */
export const unbrokenDates = (text: string): string =>
  text.replace(DATES, (date) => unbroken(date).replaceAll(' ', '\u00a0'))
