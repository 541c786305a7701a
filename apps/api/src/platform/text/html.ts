/** Escapes a text for HTML, in an element or between double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** http and https URLs inside a text. */
export const LINKS = /https?:\/\/[^\s<>"]+/g
