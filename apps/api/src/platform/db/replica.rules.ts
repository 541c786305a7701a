/** A position in the log of the primary and when it was seen, in milliseconds. */
export interface Position {
  readonly at: number
  readonly lsn: bigint
}

/** Positions that are remembered. Looked at every second, they tell of a lag of up to two minutes. */
const REMEMBERED = 120

/** Adds a position. A log that went back is the log of a restored database: what was known does not count any more. */
export const withPosition = (known: readonly Position[], seen: Position): readonly Position[] => {
  const last = known.at(-1)
  if (last && seen.lsn < last.lsn) return [seen]
  return [...known, seen].slice(-REMEMBERED)
}

/**
 * Returns by how many milliseconds a replica is late that has replayed the log up to `replayed`: how long ago the
 * primary was seen at a position that the replica does not have. Without writes, nothing is late.
 */
export const lagOf = (known: readonly Position[], replayed: bigint, now: number): number => {
  const lacking = known.find(({ lsn }) => lsn > replayed)
  return lacking ? now - lacking.at : 0
}

/** Parses a position as PostgreSQL writes it: two hexadecimal numbers of 32 bits. */
export const parseLsn = (text: string): bigint => {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
