import { defineTexts } from '@shiloh/contract/core'

const texts = defineTexts('server/erased', { name: 'Erased person' })

/** Invisible. It tells the name that an erasure leaves from a name that somebody gave. */
const MARK = '\u2063'
/** The first and the last name of somebody whose account is erased, and of those on their lists. */
export const ERASED_FIRST = `Erased${MARK}`
export const ERASED_LAST = `person${MARK}`
/** Both, where a name is one text. The database keeps this, so that searches and sorting do not depend on a language. */
export const ERASED_NAME = `${ERASED_FIRST} ${ERASED_LAST}`

const NAMES = new RegExp(`(?:${ERASED_FIRST} )?${ERASED_LAST}|${ERASED_FIRST}`, 'g')

/**
 * Returns a text with the names that erasures left in the reader's language: JSON, a cell of a file, a line of a PDF or a mail.
 * Where first and last name are apart, the first is empty and the last says it all.
 */
export const nameErased = (text: string, say: (message: typeof texts.name) => string): string =>
  text.includes(MARK) ? text.replace(NAMES, (found) => (found === ERASED_FIRST ? '' : say(texts.name))) : text
