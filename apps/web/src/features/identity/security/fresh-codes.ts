type Next = '/' | '/security/mfa'

/**
 * Recovery codes that the server has just answered, on their way to the page that shows them, and where that leads.
 * Nowhere else: not in the address, not in a storage, and gone with the page.
 */
let fresh: { readonly codes: readonly string[]; readonly next: Next } = { codes: [], next: '/security/mfa' }

export const keepFreshCodes = (codes: readonly string[], next: Next = '/security/mfa'): void => {
  fresh = { codes, next }
}
export const freshCodes = (): typeof fresh => fresh
