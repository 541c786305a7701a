import type { Language } from '@shiloh/contract/core'
import { createContext, useContext } from 'react'

/** Actions of the surrounding app that every page can use. */
export interface PageActions {
  setLanguage: (language: Language) => void
  /** Stores the current page, ends the session here and on the server, and goes to the sign-in page. */
  signOut: () => void
  /** The same after nobody used the page for a while: the sign-in page says so. */
  signOutIdle: () => void
  /** The same after a shift at a gate whose scans the server has all: the sign-in page says so. */
  endShift: () => void
  /** The same after the account was deleted: the sign-in page says so, and nothing leads back to where it was. */
  leaveErased: () => Promise<void>
  /** Loads the account again, after a login or a change of the own account. */
  reloadAccount: () => Promise<void>
  /** The same without emptying the page: the old content stays until the new responses arrive. */
  followAccount: () => Promise<void>
}

export const PageActionsContext = createContext<PageActions>({
  setLanguage: () => {},
  signOut: () => {},
  signOutIdle: () => {},
  endShift: () => {},
  leaveErased: async () => {},
  reloadAccount: async () => {},
  followAccount: async () => {},
})

export const usePageActions = (): PageActions => useContext(PageActionsContext)
