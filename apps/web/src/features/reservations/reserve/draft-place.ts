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

/** Removes a draft from this browser. */
export const clearDraft = (name: string, lasting: () => Storage, tab: () => Storage): void => {
  attempt(() => lasting().removeItem(draftKey(name)))
  attempt(() => tab().removeItem(draftKey(name)))
}
