import { setImmediate, setTimeout } from 'node:timers/promises'
import { ticketPath } from '@shiloh/contract/reservations/ticket-code'
import { type Random, unguessableId } from '../random.ts'
import type { Crypto } from './crypto.ts'

/** A public id, and the path of its ticket if it was signed in advance. */
export interface SignedId {
  readonly id: string
  readonly path?: string
}

export interface SignedIds {
  /**
   * Returns the next id. Each is used once. If the stock is empty, the id is unsigned and is signed when it is shown.
   */
  next(): SignedId
  /** Starts creating and signing a stock whenever the process is idle. */
  start(): void
  stop(): void
}

/** Stock for the start of a sale: half a second of CPU time, spent while idle, and about three megabytes. */
const STOCK = 16_384
/**
 * Milliseconds after the last request until the process counts as idle. Longer than a batch of a sale takes on a busy
 * machine: its processor is needed by the database meanwhile.
 */
const QUIET_MS = 250
/** Takes a third of a millisecond, so concurrent requests are hardly delayed. */
const SIGNED_A_TURN = 8

/** Ids for QR codes, signed ahead of a rush if there is time. */
export const openSignedIds = (
  random: Random,
  crypto: Pick<Crypto, 'sign'>,
  size = STOCK,
  quietMs = QUIET_MS,
): SignedIds => {
  const stock: SignedId[] = []
  let isStarted = false
  let isFilling = false
  let askedAt = Number.NEGATIVE_INFINITY

  const fill = async (): Promise<void> => {
    isFilling = true
    while (isStarted && stock.length < size) {
      if (performance.now() - askedAt < quietMs) await setTimeout(quietMs, undefined, { ref: false })
      else {
        for (let made = 0; made < SIGNED_A_TURN && stock.length < size; made += 1) {
          const id = unguessableId(random)
          stock.push({ id, path: ticketPath(id, crypto.sign(id)) })
        }
        await setImmediate()
      }
    }
    isFilling = false
  }

  return {
    next: () => {
      askedAt = performance.now()
      if (isStarted && !isFilling) void fill()
      return stock.pop() ?? { id: unguessableId(random) }
    },
    start: () => {
      isStarted = true
      if (!isFilling) void fill()
    },
    stop: () => {
      isStarted = false
    },
  }
}
