import { type Account, visitor } from '#platform/account'

/** The current account, for the router (which awaits it) and for the pages (which subscribe to it). */
export interface AccountStore {
  load: () => Promise<Account>
  current: () => Account
  subscribe: (listener: () => void) => () => void
  forget: () => void
}

/**
 * Loads the account once. A failure is not cached.
 * @param first what pages show until the account is loaded, and where they need none
 */
export function createAccountStore(ask: () => Promise<Account>, first: Account = visitor): AccountStore {
  const listeners = new Set<() => void>()
  let asked: Promise<Account> | undefined
  let known = first
  return {
    load() {
      if (!asked) {
        const question = ask().then(
          (account) => {
            if (asked === question) {
              known = account
              for (const listener of listeners) listener()
            }
            return account
          },
          (error: unknown) => {
            if (asked === question) asked = undefined
            throw error
          },
        )
        asked = question
      }
      return asked
    },
    current: () => known,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    forget() {
      asked = undefined
    },
  }
}
