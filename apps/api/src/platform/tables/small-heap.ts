import { setFlagsFromString } from 'node:v8'

let running = 0

/**
 * Keeps V8's young generation as small as it is while long work runs, and returns what ends that. Rows of an export are
 * garbage a moment after they were read. V8 takes a steady stream of it for a reason to grow the space they die in, to
 * 100 MB and more, which it keeps for as long as the stream lasts. The flag is read whenever that space would grow.
 */
export const holdHeapSmall = (): (() => void) => {
  running += 1
  if (running === 1) setFlagsFromString('--semi-space-growth-factor=1')
  return () => {
    running -= 1
    if (running === 0) setFlagsFromString('--semi-space-growth-factor=2')
  }
}
