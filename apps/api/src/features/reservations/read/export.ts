import { effectiveStatus } from '@shiloh/contract/reservations/states'
import type { FileAnswer, ReadContext } from '#platform/context'
import { amountCell, wordCell } from '#platform/tables/cells'
import { exportRows, inChunks } from '#platform/tables/exports'
import { standingWords } from '../mails/money-mails.ts'
import { owedOf, standingOfRow } from '../money/standing.store.ts'
import { type ExportFilters, findPersonsOf, nextRows, type StaffRow } from './lists.sql.ts'
import { type ExportedPerson, personSheet } from './sheets.ts'

const rowsOf = (ctx: ReadContext, query: ExportFilters): AsyncGenerator<StaffRow[]> =>
  inChunks<StaffRow>((last, size) => nextRows(ctx.db, query, ctx, last, size))

/** Exports one row per reservation, so that amounts add up. */
export const exportAll = (ctx: ReadContext, query: ExportFilters): Promise<FileAnswer> =>
  exportRows(ctx, query, {
    name: 'reservations',
    rows: rowsOf(ctx, query),
    columns: {
      code: (row) => row.code,
      status: (row) => wordCell(effectiveStatus(row.status, row.hold_expires_at, ctx.now)),
      name: (row) => row.user_name,
      phone: (row) => row.phone,
      email: (row) => row.email,
      assembly: (row) => row.assembly,
      event: (row) => row.event_name,
      participant_type: (row) => row.participant_type,
      persons: (row) => row.persons,
      // Names and types are in the same order.
      participants: (row) => row.participants.map(({ name }) => name).join('; '),
      participant_types: (row) => row.participants.map((one) => one.participant_type).join('; '),
      room: (row) => row.room,
      currency: (row) => row.currency,
      total: (row) => amountCell(row.total),
      paid: (row) => amountCell(row.paid),
      balance: (row) => amountCell(owedOf(row, ctx.now)),
      payment: (row) => standingWords(standingOfRow(row, ctx.now), ctx.language, row.currency, row.time_zone).title,
      refund_due: (row) => amountCell(row.refund_due),
      source: (row) => wordCell(row.source),
      created_at: (row) => row.created_at,
    },
  })

/** Reads the persons of each chunk of reservations. */
async function* personsOf(
  ctx: ReadContext,
  reservations: AsyncIterable<readonly StaffRow[]>,
): AsyncGenerator<ExportedPerson[]> {
  for await (const rows of reservations) {
    const found = Map.groupBy(
      await findPersonsOf(
        ctx.db,
        rows.map(({ id }) => id),
        ctx.language,
      ),
      ({ reservation_id }) => reservation_id,
    )
    yield rows.flatMap((row) => {
      const of = { ...row, status: effectiveStatus(row.status, row.hold_expires_at, ctx.now) }
      return (found.get(row.id) ?? []).map((person) => ({ of, person }))
    })
  }
}

/** Exports one row per person with their own data. Shared amounts are in the other export. */
export const exportPersons = (ctx: ReadContext, query: ExportFilters): Promise<FileAnswer> =>
  exportRows(ctx, query, { ...personSheet, rows: personsOf(ctx, rowsOf(ctx, query)) })
