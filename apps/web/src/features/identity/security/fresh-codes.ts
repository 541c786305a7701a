/**
 * Recovery codes that the server has just answered, on their way to the page that shows them.
 * Nowhere else: not in the address, not in a storage, and gone with the page.
 */
let fresh: readonly string[] = []

export const keepFreshCodes = (codes: readonly string[]): void => {
  fresh = codes
}
export const freshCodes = (): readonly string[] => fresh
