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
  let asked: { readonly promise: Promise<boolean>; readonly resolve: (proven: boolean) => void } | undefined
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask() {
      // Nobody is there to show the question.
      if (listeners.size === 0) return Promise.resolve(false)
      if (asked) return asked.promise
      // `Promise.withResolvers` is missing on phones that are a few years old.
      let resolve = (_: boolean) => {}
      const promise = new Promise<boolean>((settle) => {
        resolve = settle
      })
      asked = { promise, resolve }
      changed()
      return promise
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
