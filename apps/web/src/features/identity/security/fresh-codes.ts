type Next = '/' | '/security/mfa'

/**
 * Recovery codes from the last response, for the page that shows them, with the page that follows. They are stored
 * nowhere else, neither in the address nor in a storage, and disappear with the page.
 */
let fresh: { readonly codes: readonly string[]; readonly next: Next } = { codes: [], next: '/security/mfa' }

export const keepFreshCodes = (codes: readonly string[], next: Next = '/security/mfa'): void => {
  fresh = { codes, next }
}
export const freshCodes = (): typeof fresh => fresh
