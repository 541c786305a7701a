import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Language } from '@shiloh/contract/core'
import type { ErrorCode } from '@shiloh/contract/errors'
import { PASSWORD_TEXTS } from '@shiloh/contract/identity/password-texts'
import { type PasswordProblem, passwordProblems } from '@shiloh/contract/identity/passwords'
import type { PasswordPolicy } from '@shiloh/contract/organisation'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '#platform/errors'
import { translate } from '#platform/text/texts'
import { newPasswordProblems } from './rules.ts'

/** argon2id with the parameters that OWASP and RFC 9106 recommend for servers with little memory. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of an unknown password. With it, unknown accounts take as long as wrong passwords. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$WYGufhFG8AHzWmtbI9FHRw$QaiZqC1dQ1CJI5b98TI13ALgxXXwlG+ciRJuXY+Q7cI'

const AT_ONCE = availableParallelism()
const MAX_WAITING = 200
let running = 0
const waiting: (() => void)[] = []

/**
 * Limits concurrency: hashing takes a core and 19 MB each. As many run as there are cores, then a bounded queue, then
 * requests are refused.
 */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new AppError('overloaded', { retryAfter: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    // The slot is handed over directly, so that later requests cannot overtake.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFC'), ARGON2))

/** Returns whether the password is this account's. Takes as long when there is no account or no password. */
export const isPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const matches = await inTurn(() => verify(stored ?? NOBODY, password.normalize('NFC')))
  return matches && stored !== null && stored !== undefined
}

/** The prefix of hashes with the current parameters. */
const TODAY = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`

/** Returns whether a hash has outdated costs. It is replaced at the next successful sign-in. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(TODAY)

let strength: ZxcvbnFactory | undefined

/** The zxcvbn score below which a password counts as easy to guess. */
const MIN_SCORE = 2
/** Characters that are scored. The time of scoring grows with the length, and longer passwords are safe already. */
const MEASURED = 64

const isCommon = (password: string, own: readonly string[]): boolean => {
  strength ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return strength.check(password.slice(0, MEASURED), [...own]).score < MIN_SCORE
}

interface NewPassword {
  readonly password: string
  readonly password_confirmation: string
}

/** Returns the policy as one sentence, or undefined when the check is off. */
const passwordSentence = (policy: PasswordPolicy): ((language: Language) => string) | undefined => {
  const parts = passwordProblems(policy, '')
  if (parts.length === 0) return undefined
  return (language) => {
    const words = parts.map((part) => translate(PASSWORD_TEXTS[`rule_${part}`], language, { n: policy.minimum_length }))
    return `${words.join(', ')}.`
  }
}

/**
 * Checks and hashes a new password. `own` are words of the person, `context` those of the church.
 * @throws invalid_input when the repetition differs, password_weak with what is missing, password_reused
 */
export const newPasswordHash = async (
  policy: PasswordPolicy,
  body: NewPassword,
  words: { readonly own: readonly string[]; readonly context: readonly string[] },
  former: readonly string[] = [],
): Promise<string> => {
  const refuse = (code: ErrorCode, problems: readonly PasswordProblem[] = []) => {
    // The message lists all that the policy requires. Only a password that meets it can be rejected as easy to guess.
    const says = problems.length > 0 ? passwordSentence(policy) : undefined
    const words = says && { says }
    return new AppError(code, { fields: [{ field: 'password', code: 'weak', ...words }], ...words, data: { problems } })
  }
  const problems = newPasswordProblems(policy, body, [...words.own, ...words.context])
  if (problems.some(({ field }) => field === 'password_confirmation'))
    throw new AppError('invalid_input', { fields: problems })
  if (problems.length > 0 || isCommon(body.password, words.own))
    throw refuse('password_weak', passwordProblems(policy, body.password))
  for (const old of former) if (await isPassword(old, body.password)) throw refuse('password_reused')
  return hashPassword(body.password)
}
