import type { RateLimit } from '@shiloh/contract/core'
import type { ReadContext } from '../context.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { parsePhone } from '../text/phone.ts'
import { sha256 } from './crypto.ts'

/** An e-mail address or phone in the normal form by which accounts are found and limits are counted. */
export interface TypedAddress {
  /** `none`: it is neither and matches no account. */
  readonly kind: 'email' | 'phone' | 'none'
  readonly text: string
}

/**
 * Normalises a typed address. Use the result to look up an account and to count attempts. If the limit counted the text
 * as typed, variants of one phone (with spaces, a zero, the country code) would bypass it.
 *
 * @param country the country of phones without a country code
 */
export const typedAddress = (typed: string, country: string): TypedAddress => {
  const text = typed.trim().toLowerCase()
  if (text.includes('@')) return { kind: 'email', text }
  const phone = parsePhone(text, country)
  return phone === undefined ? { kind: 'none', text } : { kind: 'phone', text: phone }
}

/** The key of its counters. */
export const countedAs = ({ text }: TypedAddress): string => sha256(text).slice(0, 32)

/**
 * Messages per day to one mailbox or phone that anybody can trigger by typing it: confirmations, changed addresses,
 * password resets, consents.
 */
const TO_ONE: RateLimit = { points: 6, seconds: 86_400, by: 'body.email' }
/** Addresses per day that one account can have messages sent to. */
const BY_ONE: RateLimit = { points: 10, seconds: 86_400, by: 'caller' }
/** Guardians per day that one account can have asked for consent. */
const ASKED_BY_ONE: RateLimit = { points: 20, seconds: 86_400, by: 'caller' }

/** Room-mates an hour whom one account can have asked by making reservations. */
const MATES_BY_ONE: RateLimit = { points: 20, seconds: 3600, by: 'caller' }

const COUNTERS = 'typed_addresses'
type Counting = Pick<Deps, 'limits'>

/** Counts one message. @throws too_many_requests */
const countMailTo = ({ limits }: Counting, address: string): Promise<void> =>
  limits.consume(COUNTERS, TO_ONE, countedAs(typedAddress(address, '')))

/** Counts a call and returns whether the limit allowed it. */
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
 * Counts a message to a typed address and returns whether it can be sent: for jobs, whose caller gets no answer. Call
 * it outside any transaction.
 *
 * @param address an e-mail address, or a phone with its country code
 */
export const mayWriteTo = (deps: Counting, address: string): Promise<boolean> => isCounted(countMailTo(deps, address))

/**
 * Counts a message to another address at the caller's request. Call it outside any transaction.
 * @throws too_many_requests for the caller's daily limit or the address's
 */
export const countMailBy = async (
  { deps, caller }: Pick<ReadContext, 'deps' | 'caller'>,
  address: string,
): Promise<void> => {
  await deps.limits.consume(COUNTERS, BY_ONE, caller.id)
  await countMailTo(deps, address)
}

/**
 * Counts a request for consent and returns whether it can be sent. Call it outside any transaction.
 *
 * @param userId the owner of the reservation
 * @param address an e-mail address, or a phone with its country code
 */
export const mayAskGuardian = async (deps: Counting, userId: string, address: string): Promise<boolean> => {
  if (!(await isCounted(deps.limits.consume(COUNTERS, ASKED_BY_ONE, userId)))) return false
  if (await mayWriteTo(deps, address)) return true
  // Nothing was sent: a mailbox at its limit does not use up the person's daily limit.
  await deps.limits.giveBack(COUNTERS, ASKED_BY_ONE, userId)
  return false
}

/** Counts a request to share a room and returns whether its message can be sent. Call it outside any transaction. */
export const mayAskMate = ({ limits }: Counting, userId: string): Promise<boolean> =>
  isCounted(limits.consume('room_mates', MATES_BY_ONE, userId))
