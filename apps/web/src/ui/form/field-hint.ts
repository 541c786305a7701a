import type { Language } from '@shiloh/contract/core'
import { fieldPattern } from '#platform/dates'

/** Day, month and year, as forms in each language abbreviate them. */
const LETTERS: Readonly<Record<Language, string>> = { en: 'dmy', fr: 'jma', de: 'TMJ', pt: 'dma' }

/** What an empty date field shows, in the letters of the language: `dd-mm-yyyy`, `TT-MM-JJJJ`. */
export const fieldHint = (language: Language): string =>
  fieldPattern(language).replace(/[DMY]/g, (letter) => LETTERS[language]['DMY'.indexOf(letter)] ?? letter)
