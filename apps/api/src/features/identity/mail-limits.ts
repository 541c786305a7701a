import type { RateLimit } from '@shiloh/contract/core'
import type { Context } from '#platform/context'
import { sha256 } from '#platform/crypto'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'

/** Messages to one mailbox or phone that anyone can have sent by typing it, a day: confirmations, a changed address, new passwords. */
const TO_ONE: RateLimit = { points: 6, seconds: 86_400, by: 'body.email' }
/** Addresses that one account has the church write to, a day. */
const BY_ONE: RateLimit = { points: 10, seconds: 86_400, by: 'caller' }

const keyOf = (address: string): string => sha256(address.toLowerCase()).slice(0, 32)

/**
 * Counts one message to an address that somebody typed. Outside any transaction.
 * @throws too_many_requests
 */
const countMailTo = (deps: Pick<Deps, 'limits'>, address: string): Promise<void> =>
  deps.limits.consume('typed_addresses', TO_ONE, keyOf(address))

/** Whether another message may go to an address that somebody typed: for jobs, whose caller is not told. Outside any transaction. */
export const mayWriteTo = async (deps: Pick<Deps, 'limits'>, address: string): Promise<boolean> => {
  try {
    await countMailTo(deps, address)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}

/**
 * Counts a message to another address that the caller asks for. Outside any transaction.
 * @throws too_many_requests for the caller's day or for the address's
 */
export const countMailBy = async (
  { deps, caller }: Pick<Context, 'deps' | 'caller'>,
  address: string,
): Promise<void> => {
  await deps.limits.consume('typed_addresses', BY_ONE, caller.id)
  await countMailTo(deps, address)
}
