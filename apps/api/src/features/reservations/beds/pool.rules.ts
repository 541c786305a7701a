/** The beds of one block on one night, as seen by an event that wants some of them. */
export interface PoolBlock {
  readonly blockId: string
  /** Beds that exist and are not closed, including those that were sold twice before there was a pool. */
  readonly open: number
  /** Beds of other events. */
  readonly others: number
  /** Beds that the event already has. */
  readonly own: number
}

/** The request of an event for one night and category. */
export interface PoolWish {
  /** Null means all free beds. */
  readonly beds: number | null
  /** Beds that people have. They are never given back. */
  readonly sold: number
  readonly blocks: readonly PoolBlock[]
}

export interface PoolShare {
  /** Beds by block, without empty blocks. */
  readonly beds: ReadonlyMap<string, number>
  readonly total: number
  /** Beds that people have but that do not exist. */
  readonly short: number
}

const freeOf = ({ open, others }: PoolBlock): number => Math.max(0, open - others)

/**
 * Distributes one night. An event keeps its beds in their blocks while they are free. Additional beds come from the
 * blocks in order, and never more than are free.
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
