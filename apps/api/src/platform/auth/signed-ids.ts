import { setImmediate, setTimeout } from 'node:timers/promises'
import { type Random, unguessableId } from '../random.ts'
import type { Crypto } from './crypto.ts'

/** An id that strangers see, and its signature where that is at hand already. */
export interface SignedId {
  readonly id: string
  readonly signature?: string
}

export interface SignedIds {
  /** The next id, each once. Without a stock it comes unsigned: whoever shows it signs it. */
  next(): SignedId
  /** From now on a stock is drawn and signed whenever nobody has asked for a moment. */
  start(): void
  stop(): void
}

/** So many are ready when a sale opens: half a second of a core, spent when nobody needs it, and some three megabytes. */
const STOCK = 16_384
/** So long after somebody asked it counts as quiet. */
const QUIET_MS = 20
/** A third of a millisecond: whoever comes meanwhile does not notice. */
const SIGNED_A_TURN = 8

/** Ids for QR codes, signed ahead of a rush as far as there is time. */
export const openSignedIds = (random: Random, crypto: Pick<Crypto, 'sign'>, size = STOCK): SignedIds => {
  const stock: SignedId[] = []
  let isStarted = false
  let isFilling = false
  let askedAt = Number.NEGATIVE_INFINITY

  const fill = async (): Promise<void> => {
    isFilling = true
    while (isStarted && stock.length < size) {
      if (performance.now() - askedAt < QUIET_MS) await setTimeout(QUIET_MS, undefined, { ref: false })
      else {
        for (let made = 0; made < SIGNED_A_TURN && stock.length < size; made += 1) {
          const id = unguessableId(random)
          stock.push({ id, signature: crypto.sign(id) })
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
