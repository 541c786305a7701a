import type { Language } from '@shiloh/contract/core'
import type { FileAnswer } from './client.ts'

/**
 * Returns a cell for a spreadsheet. An apostrophe turns text that looks like a formula into plain text, as in the
 * server's exports.
 */
function cellOf(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/**
 * Returns a list as a CSV file, with the byte order mark by which spreadsheets recognise UTF-8 and the delimiter of the
 * language.
 */
export function csvFile(name: string, rows: readonly (readonly string[])[], language: Language): FileAnswer {
  const text = rows.map((row) => row.map(cellOf).join(language === 'en' ? ',' : ';')).join('\r\n')
  return { blob: new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv' }), name: `${name}.csv` }
}
