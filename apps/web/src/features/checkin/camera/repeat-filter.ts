/** A code must be out of sight this long before it counts as shown again. */
const absentMs = 1000

export interface RepeatFilter {
  /** Returns whether the code in view is a new showing. `seen` identifies the code and its purpose. */
  isNew: (seen: string, now: number) => boolean
  /** Resumes after a break, in which the code may not have moved. */
  resume: (now: number) => void
}

/**
 * Creates a filter for repeated sights: a camera sees the same code many times a second, and only the first one counts.
 */
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
