import type { Language } from '@shiloh/contract/core'
import type { FileAnswer } from './client.ts'

/** A cell as a spreadsheet reads it; one that it would take for a formula is text by an apostrophe, as in the server's exports. */
function cellOf(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** A list as a CSV file: the mark by which spreadsheets know UTF-8, and the delimiter they expect in this language. */
export function csvFile(name: string, rows: readonly (readonly string[])[], language: Language): FileAnswer {
  const text = rows.map((row) => row.map(cellOf).join(language === 'en' ? ',' : ';')).join('\r\n')
  return { blob: new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv' }), name: `${name}.csv` }
}
