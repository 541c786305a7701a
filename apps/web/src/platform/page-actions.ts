import type { Language } from '@shiloh/contract/core'
import { createContext, useContext } from 'react'

/** What every page can ask of the app around it. */
export interface PageActions {
  setLanguage: (language: Language) => void
  /** Remembers the page, ends the session here and on the server, and goes to the login. */
  signOut: () => void
  /** Asks anew who is looking, after a login or a change of the own account. */
  reloadAccount: () => Promise<void>
  /** Asks the same without emptying the page: what it shows stays until the new answers are there. */
  followAccount: () => Promise<void>
}

export const PageActionsContext = createContext<PageActions>({
  setLanguage: () => {},
  signOut: () => {},
  reloadAccount: async () => {},
  followAccount: async () => {},
})

export const usePageActions = (): PageActions => useContext(PageActionsContext)
