import { z } from 'zod'
import type { passwordPolicy } from '../organisation.ts'

/** Possible problems of a password, in the order of the message (docs/domain.md#passwords). */
export const PASSWORD_PROBLEMS = ['minimum_length', 'uppercase', 'lowercase', 'special', 'digit'] as const
export type PasswordProblem = (typeof PASSWORD_PROBLEMS)[number]

/** Longer passwords are rejected rather than truncated. */
export const MAX_PASSWORD = 200

/** Returns the requirements that a password does not meet. The browser shows them live; the server decides. */
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
