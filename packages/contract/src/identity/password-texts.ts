import { defineTexts } from '../text/texts.ts'

/** The requirements for a password, in fixed wording (docs/domain.md#passwords). */
export const PASSWORD_TEXTS = defineTexts('member/password-rules', {
  rule_minimum_length: 'Your password must contain at least {n} characters',
  rule_uppercase: 'one uppercase',
  rule_lowercase: 'one lowercase',
  rule_special: 'one special character',
  rule_digit: 'one digit',
})
