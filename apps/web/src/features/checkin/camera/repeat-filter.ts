/** A code must be out of sight this long before it counts as shown again. */
const absentMs = 1000

export interface RepeatFilter {
  /** Whether what the camera sees now is a new showing. `seen` tells codes apart, and what they are shown for. */
  isNew: (seen: string, now: number) => boolean
  /** The camera looks again after a break, in which the code may not have moved. */
  resume: (now: number) => void
}

/** A camera sees the same code many times a second: only its first sight counts. */
export function createRepeatFilter(): RepeatFilter {
  let last: { seen: string; at: number } | undefined
  return {
    isNew(seen, now) {
      const isRepeat = last?.seen === seen && now - last.at < absentMs
      last = { seen, at: now }
      return !isRepeat
    },
    resume(now) {
      if (last) last = { ...last, at: now }
    },
  }
}
