import type { UserType } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import { TITLE_KINDS, type TitleKind } from '@shiloh/contract/identity/account'
import { passwordProblems } from '@shiloh/contract/identity/passwords'
import type { PasswordPolicy } from '@shiloh/contract/organisation'
import { isBirthDate } from '@shiloh/contract/reservations/party'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lifetimes of tokens, in milliseconds. */
export const LIFETIME = {
  confirm_account: 2 * DAY,
  password_reset: 30 * MINUTE,
  mfa_password_reset: 30 * MINUTE,
  mfa: 10 * MINUTE,
  mfa_deactivation: 10 * MINUTE,
  phone_verification: 10 * MINUTE,
  invitation: 7 * DAY,
  choose_account: 10 * MINUTE,
  sign_in_code: 10 * MINUTE,
  identity_code: 10 * MINUTE,
} as const
export type Purpose = keyof typeof LIFETIME

/** Lifetime of a one-time code, over any channel. Milliseconds. */
export const CODE_LIFETIME = 10 * MINUTE
/** Wrong codes that use up a token. */
export const MAX_ATTEMPTS = 5
/** Milliseconds after which a code can be sent again. */
export const RESEND_AFTER = MINUTE
/** Maximum codes to one phone or mailbox within RESEND_WINDOW. */
export const MAX_SENDS = 3
export const RESEND_WINDOW = 10 * MINUTE

/** Milliseconds during which a used refresh token still returns its successor, in case the answer was lost. */
export const REFRESH_GRACE = 30_000

const SESSION_IDLE = { admin: 12 * HOUR, user: 30 * DAY, vendor: 30 * DAY } as const
const SESSION_LONGEST = { admin: 7 * DAY, user: 180 * DAY, vendor: 180 * DAY } as const

/**
 * Returns when a session expires that is used now. A gate's lasts for one shift, used or not: a queue at the door must not
 * wait for a password, and a phone that is forgotten there must not stay open.
 */
export const sessionExpiry = (
  userType: UserType,
  { now, startedAt, shiftHours }: { readonly now: Date; readonly startedAt: Date; readonly shiftHours: number },
): Date =>
  userType === 'checkin_user'
    ? new Date(startedAt.getTime() + shiftHours * HOUR)
    : new Date(Math.min(now.getTime() + SESSION_IDLE[userType], startedAt.getTime() + SESSION_LONGEST[userType]))

/** Returns the seconds until a code can be sent again, or 0. `sent` are the recent sendings. */
export const resendWait = (now: Date, sent: readonly Date[]): number => {
  const recent = sent
    .filter((at) => now.getTime() - at.getTime() < RESEND_WINDOW)
    .sort((a, b) => a.getTime() - b.getTime())
  const last = recent.at(-1)
  const waits = [
    last ? last.getTime() + RESEND_AFTER - now.getTime() : 0,
    recent.length >= MAX_SENDS ? (recent.at(-MAX_SENDS)?.getTime() ?? 0) + RESEND_WINDOW - now.getTime() : 0,
  ]
  return Math.max(0, Math.ceil(Math.max(...waits) / 1000))
}

/**
 * Maximum codes of one account to any numbers within RESEND_WINDOW, so that nobody can make the church write to one
 * number after another.
 */
const MAX_NUMBERS = 6

/**
 * Returns the seconds until a code can be sent to a phone. A mistyped number can be corrected immediately. `recent` are
 * the codes of RESEND_WINDOW.
 */
export const phoneCodeWait = (
  now: Date,
  recent: readonly { readonly at: Date; readonly phone: unknown }[],
  phone: string,
): number => {
  const oldest = Math.min(...recent.map(({ at }) => at.getTime()))
  const wait = recent.length < MAX_NUMBERS ? 0 : Math.ceil((oldest + RESEND_WINDOW - now.getTime()) / 1000)
  const toThis = recent.filter((sent) => sent.phone === phone).map(({ at }) => at)
  return Math.max(wait, resendWait(now, toThis))
}

/** The decision about a refresh token. */
export type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'gone'

/**
 * Decides about a refresh token. One that is neither the current one nor its recent predecessor was stolen or copied.
 */
export const decideRefresh = (
  session: {
    readonly refreshHash: string
    readonly previousHash: string | null
    readonly rotatedAt: Date
    readonly expiresAt: Date
    readonly revokedAt: Date | null
  },
  hash: string,
  now: Date,
): RefreshDecision => {
  if (session.revokedAt !== null || session.expiresAt <= now) return 'gone'
  if (hash === session.refreshHash) return 'rotate'
  if (hash === session.previousHash && now.getTime() - session.rotatedAt.getTime() <= REFRESH_GRACE) return 'repeat'
  return 'reuse'
}

interface Person {
  readonly first_name: string
  readonly last_name: string
  readonly gender: string | null
  readonly birth_date: string | null
  readonly phone: string | null
  readonly country_code: string
  readonly language: string
  readonly region_id: string | null
  readonly area_id: string | null
  readonly district_id: string | null
  readonly assembly_id: string | null
  readonly title_id: string | null
}

/** Returns whether the basic requirement is met: names, gender, birth date, phone, country, language. */
export const hasBasics = (person: Person): boolean =>
  [
    person.first_name,
    person.last_name,
    person.gender,
    person.birth_date,
    person.phone,
    person.country_code,
    person.language,
  ].every((value) => value !== null && value !== '')

/**
 * Returns whether the additional requirement of members in Ghana is met. The designation is optional: not everybody has
 * one.
 */
export const hasAdditional = (person: Person): boolean =>
  [person.region_id, person.area_id, person.district_id, person.assembly_id, person.title_id].every(
    (value) => value !== null,
  )

type Titles = { readonly [K in `${TitleKind}_id`]?: string | null | undefined }

/** Returns which of title and designation a change sets to another value. */
export const newTitles = (patch: Titles, before: Titles): TitleKind[] =>
  TITLE_KINDS.filter((kind) => patch[`${kind}_id`] && patch[`${kind}_id`] !== before[`${kind}_id`])

/** Returns the columns that record who confirmed these titles, and when. */
export const confirmedTitles = (kinds: readonly TitleKind[], titles: Titles, by: string, now: Date) => ({
  ...(kinds.includes('title')
    ? { confirmed_title_id: titles.title_id ?? null, title_confirmed_at: now, title_confirmed_by: by }
    : {}),
  ...(kinds.includes('designation')
    ? {
        confirmed_designation_id: titles.designation_id ?? null,
        designation_confirmed_at: now,
        designation_confirmed_by: by,
      }
    : {}),
})

export const birthDateProblems = (birthDate: string | null | undefined, today: string): FieldError[] =>
  birthDate && !isBirthDate(birthDate, today) ? [{ field: 'birth_date', code: 'invalid' }] : []

export const passwordExpired = (changedAt: Date | null, expiresAfterDays: number | null, now: Date): boolean =>
  expiresAfterDays !== null && changedAt !== null && now.getTime() - changedAt.getTime() > expiresAfterDays * DAY

/** Minimum length of a password without its guessable words. */
const MIN_REMAINDER = 6

/** Returns whether a password is little more than words of the person or the church. */
export const leansOnContext = (password: string, words: readonly string[]): boolean => {
  const lower = password.toLowerCase()
  const rest = words
    .flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 4)
    .reduce((left, word) => left.replaceAll(word, ''), lower)
  return rest !== lower && rest.length < MIN_REMAINDER
}

/** Returns the policy violations of a new password. Guessability is checked separately. */
export const newPasswordProblems = (
  policy: PasswordPolicy,
  body: { readonly password: string; readonly password_confirmation: string },
  context: readonly string[],
): FieldError[] => {
  if (body.password !== body.password_confirmation) return [{ field: 'password_confirmation', code: 'mismatch' }]
  if (passwordProblems(policy, body.password).length > 0 || leansOnContext(body.password, context))
    return [{ field: 'password', code: 'weak' }]
  return []
}
