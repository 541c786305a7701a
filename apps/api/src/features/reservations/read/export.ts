import { bedLetter } from '@shiloh/contract/reservations/beds'
import { ageOn } from '@shiloh/contract/reservations/party'
import { effectiveStatus } from '@shiloh/contract/reservations/states'
import { dayIn } from '@shiloh/contract/text/zone'
import type { FileAnswer, ReadContext } from '#platform/context'
import { amountCell } from '#platform/tables/cells'
import { exportRows, inChunks } from '#platform/tables/exports'
import { owedOf } from '../money/standing.store.ts'
import { type ExportFilters, findPersonsOf, nextRows, type PersonOfRow, type StaffRow } from './lists.sql.ts'

const rowsOf = (ctx: ReadContext, query: ExportFilters): AsyncGenerator<StaffRow> =>
  inChunks<StaffRow>((last, size) => nextRows(ctx.db, query, ctx.now, last, size))

/** Exports one row per reservation, so that amounts add up. */
export const exportAll = (ctx: ReadContext, query: ExportFilters): Promise<FileAnswer> =>
  exportRows(ctx, query, {
    name: 'reservations',
    rows: rowsOf(ctx, query),
    columns: {
      code: (row) => row.code,
      status: (row) => effectiveStatus(row.status, row.hold_expires_at, ctx.now),
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
      refund_due: (row) => amountCell(row.refund_due),
      source: (row) => row.source,
      created_at: (row) => row.created_at,
    },
  })

/** Reservations whose persons are read together: few enough to keep memory constant for any export. */
const AT_ONCE = 250

interface PersonRow {
  readonly of: StaffRow
  readonly person: PersonOfRow
}

async function* personsOf(ctx: ReadContext, reservations: AsyncIterable<StaffRow>): AsyncGenerator<PersonRow> {
  const persons = async (rows: readonly StaffRow[]): Promise<PersonRow[]> => {
    const found = Map.groupBy(
      await findPersonsOf(
        ctx.db,
        rows.map(({ id }) => id),
      ),
      ({ reservation_id }) => reservation_id,
    )
    return rows.flatMap((of) => (found.get(of.id) ?? []).map((person) => ({ of, person })))
  }
  let gathered: StaffRow[] = []
  for await (const row of reservations) {
    gathered.push(row)
    if (gathered.length < AT_ONCE) continue
    yield* await persons(gathered)
    gathered = []
  }
  yield* await persons(gathered)
}

/** Exports one row per person with their own data. Shared amounts are in the other export. */
export const exportPersons = (ctx: ReadContext, query: ExportFilters): Promise<FileAnswer> =>
  exportRows(ctx, query, {
    name: 'persons',
    rows: personsOf(ctx, rowsOf(ctx, query)),
    columns: {
      code: ({ of }) => of.code,
      status: ({ of }) => effectiveStatus(of.status, of.hold_expires_at, ctx.now),
      name: ({ person }) => person.name,
      role: ({ person }) => person.role,
      gender: ({ person }) => person.gender,
      age: ({ of, person }) =>
        person.birth_date === null ? null : ageOn(person.birth_date, dayIn(of.starts_at, of.time_zone)),
      participant_type: ({ person }) => person.participant_type,
      title: ({ person }) => person.title,
      designation: ({ person }) => person.designation,
      guardian: ({ person }) => person.guardian,
      consent: ({ person }) => person.consent,
      main_person: ({ of }) => of.user_name,
      phone: ({ of }) => of.phone,
      email: ({ of }) => of.email,
      assembly: ({ of }) => of.assembly,
      event: ({ of }) => of.event_name,
      room: ({ person }) => person.room,
      bed: ({ person }) => (person.bed === null ? null : bedLetter(person.bed)),
      caterer: ({ person }) => person.caterer,
      currency: ({ of }) => of.currency,
      price: ({ person }) => amountCell(person.price),
      checked_in_at: ({ person }) => person.checked_in_at,
      checked_out_at: ({ person }) => person.checked_out_at,
    },
  })
