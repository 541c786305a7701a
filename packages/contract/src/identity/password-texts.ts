import type { PasswordPolicy } from '../organisation.ts'
import { defineTexts, type Language, type Translated } from '../text/language.ts'
import { passwordProblems } from './passwords.ts'

/** What a password must have, in the fixed wording (docs/domain.md#passwords). */
export const PASSWORD_TEXTS = defineTexts({
  rule_minimum_length: {
    en: 'Your password must contain at least {n} characters',
    de: 'Ihr Passwort muss mindestens {n} Zeichen enthalten',
    fr: 'Votre mot de passe doit contenir au moins {n} caractères',
    pt: 'A sua palavra-passe deve conter pelo menos {n} caracteres',
  },
  rule_uppercase: { en: 'one uppercase', de: 'einen Großbuchstaben', fr: 'une majuscule', pt: 'uma maiúscula' },
  rule_lowercase: { en: 'one lowercase', de: 'einen Kleinbuchstaben', fr: 'une minuscule', pt: 'uma minúscula' },
  rule_special: {
    en: 'one special character',
    de: 'ein Sonderzeichen',
    fr: 'un caractère spécial',
    pt: 'um caractere especial',
  },
  rule_digit: { en: 'one digit', de: 'eine Ziffer', fr: 'un chiffre', pt: 'um algarismo' },
})

/** The policy as one sentence, each part that it asks for; undefined when the check is off. */
export const passwordSentence = (policy: PasswordPolicy): Translated | undefined => {
  const parts = passwordProblems(policy, '')
  if (parts.length === 0) return undefined
  const words = (language: Language) =>
    `${parts.map((part) => PASSWORD_TEXTS[`rule_${part}`][language].replace('{n}', String(policy.minimum_length))).join(', ')}.`
  return { en: words('en'), de: words('de'), fr: words('fr'), pt: words('pt') }
}
