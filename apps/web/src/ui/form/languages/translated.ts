import { text } from '#platform/i18n'
import type { TranslatedField } from '../form-fields.tsx'
import { texts } from './languages-texts.ts'

/** Returns the field of a form for the translations of the fields beside it. */
export const translated = (...fields: readonly TranslatedField[]) => ({
  kind: 'languages' as const,
  name: 'translations' as const,
  label: text(texts, 'label'),
  fields,
})
