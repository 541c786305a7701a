/** Returns the bytes of base64url. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at)
  return bytes
}

/** A function takes only so many arguments. */
const AT_ONCE = 8192

/** Returns bytes in base64url, without padding. */
export const base64Of = (bytes: Uint8Array): string => {
  let letters = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) letters += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
