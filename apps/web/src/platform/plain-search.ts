import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** What the router wrote in quotation marks before: such addresses are in bookmarks and mails. */
const QUOTED = /^"(-?[\d.]+|true|false)"$/
/** A list of words, such as the second steps that a sign-in offers. */
const LIST = /^\[.*\]$/

const written = stringifySearchWith(JSON.stringify)

/**
 * How the values of an address are written: as they are, `?page=2&search=024`. The router would put texts that look like
 * numbers in quotation marks.
 */
export const plainSearch = {
  parseSearch: parseSearchWith((text): unknown => {
    const [, inner] = QUOTED.exec(text) ?? []
    return inner ?? (LIST.test(text) ? JSON.parse(text) : text)
  }),
  // A comma separates the values of a filter, and needs no escape in a query.
  stringifySearch: (search: Record<string, unknown>) => written(search).replaceAll('%2C', ','),
}
