const MOST = 60

/** A part of a file name: small letters of any script, with hyphens between the words. */
const part = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, MOST)
    .replace(/^-+|-+$/g, '')

/** Returns the name of a file without its extension, from what it is, what it is about, and its date. */
export const fileNameOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .map((text) => part(text ?? ''))
    .filter((text) => text !== '')
    .join('-')
