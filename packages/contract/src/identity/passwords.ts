import { z } from 'zod'
import type { passwordPolicy } from '../organisation.ts'

/** What a password still lacks, in the order of the message (docs/domain.md#passwords). */
export const PASSWORD_PROBLEMS = ['minimum_length', 'uppercase', 'lowercase', 'special', 'digit'] as const
export type PasswordProblem = (typeof PASSWORD_PROBLEMS)[number]

/** Longer ones are refused rather than cut. */
export const MAX_PASSWORD = 200

/** What the policy asks for and this password does not have. Shown live in the browser, decided by the server. */
export const passwordProblems = (policy: z.output<typeof passwordPolicy>, password: string): PasswordProblem[] => {
  if (!policy.enable_password_complexity_check) return []
  const cased = policy.include_upper_and_lower_cased_characters
  const lacks: Readonly<Record<PasswordProblem, boolean>> = {
    minimum_length: [...password].length < policy.minimum_length,
    uppercase: cased && !/\p{Lu}/u.test(password),
    lowercase: cased && !/\p{Ll}/u.test(password),
    special: policy.include_special_character && !/[^\p{L}\p{N}\s]/u.test(password),
    digit: policy.include_number && !/\p{Nd}/u.test(password),
  }
  return PASSWORD_PROBLEMS.filter((problem) => lacks[problem])
}

export const password = z.string().min(1, { error: 'required' }).max(MAX_PASSWORD)
export const newPassword = { password, password_confirmation: z.string().max(MAX_PASSWORD) }
