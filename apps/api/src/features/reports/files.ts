import { REPORT_TYPES, type ReportFormat } from '@shiloh/contract/reports'
import { formatDate, formatTime } from '@shiloh/contract/text/format'
import type { FileAnswer } from '#platform/context'
import { amountCell, type CellValue, dayCell } from '#platform/tables/cells'
import { writeCsv } from '#platform/tables/csv'
import { writeXlsx } from '#platform/tables/xlsx-writer'
import { fileNameOf } from '#platform/text/file-name'
import { aboutReport, type Built, type NamedColumn } from './build.ts'
import { reportPdf } from './pdf.ts'
import { cellIn, type ReportRow } from './report.ts'
import { signsPdf } from './signs.ts'

const exportedCell = (row: ReportRow, column: NamedColumn): CellValue => {
  const { kind } = column
  const cell = cellIn(row, column)
  if (kind === 'amount' && typeof cell === 'number') return amountCell(cell)
  // A total is a word in a column of days.
  if (kind === 'day' && typeof cell === 'string' && /^\d/.test(cell)) return dayCell(cell)
  return cell
}

const fileName = ({ title, scope: { event, now } }: Built, format: ReportFormat): string =>
  `${fileNameOf(title, event.name, now.toISOString().slice(0, 10))}.${format}`

/** Streams a report as a file. A CSV file has rows only, because what reads it expects the header first. */
export const reportFile = (
  built: Built,
  {
    format,
    organisation,
    pageEach = false,
  }: { readonly format: ReportFormat; readonly organisation: string; readonly pageEach?: boolean },
): FileAnswer => {
  const { columns, rows, totals, scope, title } = built
  const { language, dates, event, now, say } = scope
  const file = { name: fileName(built, format), mime: REPORT_TYPES[format] }
  if (format === 'pdf')
    return {
      ...file,
      body: built.report.sign
        ? signsPdf(built, built.report.sign, organisation)
        : reportPdf(built, { organisation, pageEach }),
    }
  const headers = columns.map(({ name }) => name)
  const cellsOf = (row: ReportRow) => columns.map((column) => exportedCell(row, column))
  const records = [rows.map(cellsOf), ...(totals && format === 'xlsx' ? [[cellsOf(totals)]] : [])]
  if (format === 'csv')
    return { ...file, mime: `${file.mime}; charset=utf-8`, body: writeCsv(headers, records, language) }
  const madeAt = say('as_of', {
    date: formatDate(now, language, event.time_zone, dates),
    time: formatTime(now, language, event.time_zone),
  })
  return {
    ...file,
    body: writeXlsx({ name: title, headers, above: [title, ...aboutReport(built, madeAt)] }, records),
  }
}
