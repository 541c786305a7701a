/** Returns the text, cut to `length` characters with an ellipsis where it is longer. */
export const briefly = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text
