// Apart from the draft itself, whose choices need much of the wizard.

/** Returns the key of a draft in this browser. `name` is its person and its event. */
export const draftKey = (name: string): string => `draft:${name}`

/** A full or forbidden storage loses the copy, not the page. */
export const attempt = (work: () => void): void => {
  try {
    work()
  } catch {
    return
  }
}

/** Returns a function that puts what this browser has of a draft back where it is now. */
export const keepDraft = (name: string, lasting: () => Storage, tab: () => Storage): (() => void) => {
  const key = draftKey(name)
  const kept: (() => void)[] = []
  for (const storage of [lasting, tab])
    attempt(() => {
      const text = storage().getItem(key)
      if (text !== null) kept.push(() => storage().setItem(key, text))
    })
  return () => {
    for (const putBack of kept) attempt(putBack)
  }
}

/** Removes a draft from this browser. */
export const clearDraft = (name: string, lasting: () => Storage, tab: () => Storage): void => {
  attempt(() => lasting().removeItem(draftKey(name)))
  attempt(() => tab().removeItem(draftKey(name)))
}
