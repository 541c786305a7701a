/** Asks the person to prove that it is still them; the app shows the question. */
export interface Confirmation {
  /** Whether they proved it. Calls that ask at once share one question. */
  ask: () => Promise<boolean>
  answer: (proven: boolean) => void
  isAsked: () => boolean
  subscribe: (listener: () => void) => () => void
}

export function createConfirmation(): Confirmation {
  const listeners = new Set<() => void>()
  let asked: PromiseWithResolvers<boolean> | undefined
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask() {
      // Nobody is there to show the question.
      if (listeners.size === 0) return Promise.resolve(false)
      if (!asked) {
        asked = Promise.withResolvers()
        changed()
      }
      return asked.promise
    },
    answer(proven) {
      const question = asked
      asked = undefined
      question?.resolve(proven)
      if (question) changed()
    },
    isAsked: () => asked !== undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The question of this page. */
export const confirmation: Confirmation = createConfirmation()
