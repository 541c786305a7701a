import { useT } from '#platform/i18n'
import { texts } from './texts.ts'

const KNOWN = {
  general: 'category_general',
  registration: 'category_registration',
  payment: 'category_payment',
  rooms: 'category_rooms',
  travel: 'category_travel',
  account: 'category_account',
  other: 'category_other',
  meals: 'category_meals',
  'check-in': 'category_check-in',
} as const

const isKnown = (category: string): category is keyof typeof KNOWN => Object.hasOwn(KNOWN, category)

/** Returns a function that names a category of tickets or questions. The office's own ones are names already. */
export function useCategoryName(): (category: string) => string {
  const t = useT(texts)
  return (category) => (isKnown(category) ? t(KNOWN[category]) : category)
}

/** Returns a size in bytes for people: 212 kB, 1.4 MB. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
