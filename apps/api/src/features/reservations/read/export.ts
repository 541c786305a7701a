import { effectiveStatus } from '@shiloh/contract/reservations/states'
import type { FileAnswer, ReadContext } from '#platform/context'
import { amountCell, dayCell, type ExportCell, wordCell } from '#platform/tables/cells'
import { labelForReservation } from '#platform/tables/column-texts'
import { exportRows, inChunks } from '#platform/tables/exports'
import { standingWords } from '../mails/money-mails.ts'
import { owedOf, standingOfRow } from '../money/standing.store.ts'
import { type ExportedRow, type ExportFilters, findPersonsOf, nextRows } from './lists.sql.ts'
import { answerColumns, type EventColumns, productColumns } from './of-event.ts'
import { type ExportedPerson, personSheet } from './sheets.ts'

const rowsOf = (ctx: ReadContext, query: ExportFilters): AsyncGenerator<ExportedRow[]> =>
  inChunks<ExportedRow>((last, size) => nextRows(ctx.db, query, ctx, last, size))

/** A row with its cells in the columns that only its event has. */
interface WithEvent<T> {
  readonly row: T
  readonly cells: ReadonlyMap<string, ExportCell>
}

type Columns<T> = Readonly<Record<string, (row: T) => ExportCell>>

const columnsOf = <T>({ labels }: EventColumns, cellOf: (row: T, column: string) => ExportCell): Columns<T> =>
  Object.fromEntries(Object.keys(labels).map((column) => [column, (row) => cellOf(row, column)]))

const inWrapped = <T>(columns: Columns<T>): Columns<WithEvent<T>> =>
  Object.fromEntries(Object.entries(columns).map(([column, cell]) => [column, ({ row }) => cell(row)]))

const NONE: EventColumns = { labels: {}, cellsOf: async () => new Map() }

/** Reads the cells of each chunk of reservations in the columns of their event, where the file has such columns. */
async function* withEvent(
  chunks: AsyncIterable<readonly ExportedRow[]>,
  sources: readonly EventColumns[],
  { columns: wanted = [] }: ExportFilters,
): AsyncGenerator<WithEvent<ExportedRow>[]> {
  const isAll = wanted.every((column) => column === '')
  const read = sources.filter(({ labels }) => isAll || wanted.some((column) => Object.hasOwn(labels, column)))
  for await (const rows of chunks) {
    const ids = rows.map(({ id }) => id)
    const found: ReadonlyMap<string, ReadonlyMap<string, ExportCell>>[] = []
    for (const source of read) found.push(await source.cellsOf(ids))
    yield rows.map((row) => ({ row, cells: new Map(found.flatMap((cells) => [...(cells.get(row.id) ?? [])])) }))
  }
}

/** Exports one row per reservation, so that amounts add up. */
export const exportAll = async (ctx: ReadContext, query: ExportFilters): Promise<FileAnswer> => {
  const products = (await productColumns(ctx, query)) ?? NONE
  const answers = (await answerColumns(ctx, query)) ?? NONE
  const ofEvent = (columns: EventColumns) =>
    columnsOf<WithEvent<ExportedRow>>(columns, ({ cells }, column) => cells.get(column))
  return exportRows(ctx, query, {
    name: 'reservations',
    about: ({ row }) => (query.event_id === undefined ? undefined : row.event_name),
    rows: withEvent(rowsOf(ctx, query), [products, answers], query),
    labels: { ...products.labels, ...answers.labels },
    columns: {
      ...inWrapped<ExportedRow>({
        code: (row) => row.code,
        status: (row) => wordCell(effectiveStatus(row.status, row.hold_expires_at, ctx.now)),
        name: (row) => row.user_name,
        phone: (row) => row.phone,
        email: (row) => row.email,
        assembly: (row) => row.assembly,
        event: (row) => row.event_name,
        participant_type: (row) => row.participant_type,
        persons: (row) => row.persons,
        // Names, types and caterers are in the same order.
        participants: (row) => row.participants.map(({ name }) => name).join('; '),
        participant_types: (row) => row.participants.map((one) => one.participant_type).join('; '),
        room_category: (row) => row.room_category,
        room: (row) => row.room,
        check_in: (row) => dayCell(row.check_in),
        check_out: (row) => dayCell(row.check_out),
        nights: (row) => row.nights,
        caterers: (row) => row.caterers,
        meal_days: (row) => row.meal_days,
      }),
      ...ofEvent(products),
      ...inWrapped<ExportedRow>({
        currency: (row) => row.currency,
        total: (row) => amountCell(row.total),
        paid: (row) => amountCell(row.paid),
        balance: (row) => amountCell(owedOf(row, ctx.now)),
        payment: (row) => standingWords(standingOfRow(row, ctx.now), ctx.language, row.currency, row.time_zone).title,
        refund_due: (row) => amountCell(row.refund_due),
        source: (row) => wordCell(row.source),
        created_at: (row) => row.created_at,
      }),
      ...ofEvent(answers),
    },
  })
}

/** Reads the persons of each chunk of reservations. */
async function* personsOf(
  ctx: ReadContext,
  reservations: AsyncIterable<readonly WithEvent<ExportedRow>[]>,
): AsyncGenerator<WithEvent<ExportedPerson>[]> {
  for await (const rows of reservations) {
    const found = Map.groupBy(
      await findPersonsOf(
        ctx.db,
        rows.map(({ row }) => row.id),
        ctx.language,
      ),
      ({ reservation_id }) => reservation_id,
    )
    yield rows.flatMap(({ row, cells }) => {
      const of = { ...row, status: effectiveStatus(row.status, row.hold_expires_at, ctx.now) }
      return (found.get(row.id) ?? []).map((person) => ({ row: { of, person }, cells }))
    })
  }
}

/**
 * Exports one row per person with their own data. Shared amounts are in the other export. An answer was given once for everybody of
 * the reservation, and its column says so: each person has it, so that a filter finds all who come by bus. A number has only the main
 * person, to be added once.
 */
export const exportPersons = async (ctx: ReadContext, query: ExportFilters): Promise<FileAnswer> => {
  const answers = (await answerColumns(ctx, query)) ?? { ...NONE, numbers: new Set<string>() }
  return exportRows(ctx, query, {
    name: personSheet.name,
    about: ({ row: { of } }) => (query.event_id === undefined ? undefined : of.event_name),
    rows: personsOf(ctx, withEvent(rowsOf(ctx, query), [answers], query)),
    labels: Object.fromEntries(
      Object.entries(answers.labels).map(([column, label]) => [column, labelForReservation(label, ctx.language)]),
    ),
    columns: {
      ...inWrapped(personSheet.columns),
      ...columnsOf<WithEvent<ExportedPerson>>(answers, ({ row: { person }, cells }, column) =>
        answers.numbers.has(column) && person.role !== 'main' ? null : cells.get(column),
      ),
    },
  })
}
