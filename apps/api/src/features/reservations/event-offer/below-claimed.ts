import { defineTexts, type Language } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/below-claimed', {
  taken: '{count, plural, one {# is already taken.} other {# are already taken.}}',
})

/** A field whose value would leave less than people have. */
export interface TooSmall {
  readonly field: string
  /** How much of it people have: of beds, in the fullest night. */
  readonly claimed: number
}

/** Returns the fields of a refusal with `below_claimed`, each once, and the sentence of the only one: they say how many are taken. */
export const belowClaimed = (
  found: readonly TooSmall[],
): { readonly fields: FieldError[]; readonly says?: (language: Language) => string } => {
  const most = new Map<string, number>()
  for (const { field, claimed } of found) most.set(field, Math.max(most.get(field) ?? 0, claimed))
  const fields = [...most].map(([field, count]) => ({
    field,
    code: 'below_claimed' as const,
    says: (language: Language) => translate(texts.taken, language, { count }),
  }))
  const [only, ...others] = fields
  return { fields, ...(only && others.length === 0 && { says: only.says }) }
}
