/** The beds of one block on one night, as an event that wants some of them finds them. */
export interface PoolBlock {
  readonly blockId: string
  /** There and not closed; with those that were sold twice before there was a pool. */
  readonly open: number
  /** What other events have. */
  readonly others: number
  /** What the event has already. */
  readonly own: number
}

/** What an event wants on one night of one category. */
export interface PoolWish {
  /** Null: all that are free. */
  readonly beds: number | null
  /** What people have of it: never given back. */
  readonly sold: number
  readonly blocks: readonly PoolBlock[]
}

export interface PoolShare {
  /** Beds by block; blocks without any are left out. */
  readonly beds: ReadonlyMap<string, number>
  readonly total: number
  /** Beds that people have and that are not there. */
  readonly short: number
}

const freeOf = ({ open, others }: PoolBlock): number => Math.max(0, open - others)

/**
 * Shares out one night: what an event has stays in its blocks as far as it is free, what it wants more comes from the blocks in
 * their order, and never more than is free.
 */
export const shareNight = ({ beds, sold, blocks }: PoolWish): PoolShare => {
  const free = blocks.reduce((sum, block) => sum + freeOf(block), 0)
  const total = Math.min(free, Math.max(sold, beds ?? free))
  const share = new Map<string, number>()
  let missing = total
  const take = (block: PoolBlock, most: number): void => {
    const has = share.get(block.blockId) ?? 0
    const more = Math.min(missing, Math.min(most, freeOf(block)) - has)
    if (more <= 0) return
    share.set(block.blockId, has + more)
    missing -= more
  }
  for (const block of blocks) take(block, block.own)
  for (const block of blocks) take(block, freeOf(block))
  return { beds: share, total, short: Math.max(0, sold - total) }
}
