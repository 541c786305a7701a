import type { RateLimit } from '@shiloh/contract/core'
import type { ReadContext } from '../context.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { parsePhone } from '../text/phone.ts'
import { sha256 } from './crypto.ts'

/** An e-mail address or a phone that somebody typed, in the one writing by which accounts are found and limits are counted. */
export interface TypedAddress {
  /** `none`: it can be neither, and finds nobody. */
  readonly kind: 'email' | 'phone' | 'none'
  readonly text: string
}

/**
 * Reads what somebody typed. Look an account up by the result, and count attempts by it: a limit that is counted by what
 * was typed is passed by typing the same phone with spaces, with a zero, with the country's code.
 *
 * @param country where a phone without a country's code is from
 */
export const typedAddress = (typed: string, country: string): TypedAddress => {
  const text = typed.trim().toLowerCase()
  if (text.includes('@')) return { kind: 'email', text }
  const phone = parsePhone(text, country)
  return phone === undefined ? { kind: 'none', text } : { kind: 'phone', text: phone }
}

/** The key of its counters. */
export const countedAs = ({ text }: TypedAddress): string => sha256(text).slice(0, 32)

/** Messages to one mailbox or phone that anyone can have sent by typing it, a day: confirmations, a changed address, new passwords, consents. */
const TO_ONE: RateLimit = { points: 6, seconds: 86_400, by: 'body.email' }
/** Addresses that one account has the church write to, a day. */
const BY_ONE: RateLimit = { points: 10, seconds: 86_400, by: 'caller' }
/** Guardians whom one account has the church ask, a day. */
const ASKED_BY_ONE: RateLimit = { points: 20, seconds: 86_400, by: 'caller' }

const COUNTERS = 'typed_addresses'
type Counting = Pick<Deps, 'limits'>

/** Counts one message. @throws too_many_requests */
const countMailTo = ({ limits }: Counting, address: string): Promise<void> =>
  limits.consume(COUNTERS, TO_ONE, countedAs(typedAddress(address, '')))

/** Whether a limit has something left, counted with the question. */
const isCounted = async (count: Promise<void>): Promise<boolean> => {
  try {
    await count
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}

/**
 * Counts a message to an address that somebody typed, and says whether it may go: for jobs, whose caller gets no answer.
 * Outside any transaction.
 *
 * @param address an e-mail address, or a phone with its country's code
 */
export const mayWriteTo = (deps: Counting, address: string): Promise<boolean> => isCounted(countMailTo(deps, address))

/**
 * Counts a message to another address that the caller asks for. Outside any transaction.
 * @throws too_many_requests for the caller's day or for the address's
 */
export const countMailBy = async (
  { deps, caller }: Pick<ReadContext, 'deps' | 'caller'>,
  address: string,
): Promise<void> => {
  await deps.limits.consume(COUNTERS, BY_ONE, caller.id)
  await countMailTo(deps, address)
}

/**
 * Counts a request for consent, and says whether it may go. Outside any transaction.
 *
 * @param userId whose reservation it is for
 * @param address an e-mail address, or a phone with its country's code
 */
export const mayAskGuardian = async (deps: Counting, userId: string, address: string): Promise<boolean> => {
  if (!(await isCounted(deps.limits.consume(COUNTERS, ASKED_BY_ONE, userId)))) return false
  if (await mayWriteTo(deps, address)) return true
  // Nothing was sent: a mailbox that had enough does not use up the day of the person.
  await deps.limits.giveBack(COUNTERS, ASKED_BY_ONE, userId)
  return false
}
