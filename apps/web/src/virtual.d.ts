declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core'
  import type { Area, Language } from '@shiloh/contract/core'

  /** The texts that are there before any catalogue: those of a lost connection. */
  export const withoutNetwork: Record<Language, Messages>

  /** Loads the texts of an area in a language. */
  export const loadCatalogue: (language: Language, area: Exclude<Area, 'server'>) => Promise<{ messages: Messages }>
}
