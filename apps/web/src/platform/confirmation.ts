/** Re-authentication of the user. The app shows the dialog. */
export interface Confirmation {
  /** Returns whether the user confirmed. Simultaneous calls share one dialog. */
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
      // Nothing is there to show the dialog.
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

/** The re-authentication of this page. */
export const confirmation: Confirmation = createConfirmation()
