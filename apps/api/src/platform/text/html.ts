/** Text as it may stand in HTML, in an element or between double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** http and https addresses inside a text. */
export const LINKS = /https?:\/\/[^\s<>"]+/g
