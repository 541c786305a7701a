import { setFlagsFromString } from 'node:v8'

/** Flags that V8 reads whenever it decides how far the heap may grow: what they are during long work, and otherwise. */
const FLAGS = [
  // The space in which rows die a moment after they were read. Under a steady stream V8 would double it.
  { flag: '--semi-space-growth-factor', held: 1, usual: 2 },
  // Rows that were read by Kysely refer to each other, and reach the old space. V8 would let it grow to four times its
  // size, and begin to collect it near the end.
  { flag: '--heap-growing-percent', held: 150, usual: 0 },
  { flag: '--incremental-marking-hard-trigger', held: 10, usual: 0 },
] as const

let running = 0

/**
 * Keeps V8's heap about as small as it is while long work runs, and returns what ends that. Rows of an export are garbage
 * a moment after they were read, but V8 takes a steady stream of it for a reason to grow. Collecting more often, mostly
 * beside the work, takes a few percent of the time of an export.
 */
export const holdHeapSmall = (): (() => void) => {
  running += 1
  if (running === 1) for (const { flag, held } of FLAGS) setFlagsFromString(`${flag}=${held}`)
  return () => {
    running -= 1
    if (running === 0) for (const { flag, usual } of FLAGS) setFlagsFromString(`${flag}=${usual}`)
  }
}
