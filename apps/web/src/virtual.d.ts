declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core'
  import type { Area, Language } from '@shiloh/contract/core'

  /** Loads the texts of an area in a language. */
  export const loadCatalogue: (language: Language, area: Exclude<Area, 'server'>) => Promise<{ messages: Messages }>
}
