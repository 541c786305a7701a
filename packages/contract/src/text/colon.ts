import { spacedIn } from './format.ts'
import type { Language } from './language.ts'

/** Returns a name or a question with the colon before what is said of it, unless it ends with a sign of its own: `Meal:`, `By bus?`. */
export const withColon = (text: string, language: Language): string =>
  /[?!:.…]$/.test(text.trim()) ? text.trim() : `${text.trim()}${spacedIn(':', language).trimEnd()}`
