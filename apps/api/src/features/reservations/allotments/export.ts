import type { ExportWishes } from '@shiloh/contract/lists'
import type { FileAnswer, ReadContext } from '#platform/context'
import { sqlIn } from '#platform/db/sql.store'
import { wordCell } from '#platform/tables/cells'
import { exportRows } from '#platform/tables/exports'
import { requireOffer } from '../money/refunds-due.ts'
import * as store from './allotments.store.ts'

/** A named person of a group, or what the group has empty. */
interface Line {
  readonly of: store.AllotmentRow
  readonly guest: store.ExportedGuest | null
}

/** Returns the next date on which empty beds of a group go back. */
const backOn = ({ held, releases }: store.AllotmentRow): string | null =>
  held === 0 ? null : (releases.find(({ done_at }) => done_at === null)?.on_day ?? null)

/** The beds of groups as a file: a row for each named person, and one for the empty beds of each group. */
export const allotmentsFile = async (
  ctx: ReadContext,
  eventId: string,
  wishes: ExportWishes,
  hidden: store.HiddenGuests,
): Promise<FileAnswer> => {
  const sql = sqlIn(ctx.db)
  await requireOffer(sql, ctx.deps, eventId)
  const groups = await store.listAllotments(sql, eventId)
  const named = Map.groupBy(await store.listExported(sql, eventId, hidden), ({ allotment_id }) => allotment_id)
  async function* lines() {
    for (const of of groups)
      yield [
        ...(named.get(of.id) ?? []).map((guest): Line => ({ of, guest })),
        ...(of.held > 0 ? [{ of, guest: null }] : []),
      ]
  }
  return exportRows(ctx, wishes, {
    name: 'allotments',
    columns: {
      held_for: ({ of }: Line) => of.held_for,
      leader: ({ of }) => of.leader,
      room_category: ({ of }) => of.room_category,
      check_in: ({ of }) => of.check_in,
      check_out: ({ of }) => of.check_out,
      beds: ({ of, guest }) => guest?.beds ?? of.held,
      code: ({ guest }) => guest?.code,
      name: ({ guest }) => guest?.name,
      phone: ({ guest }) => guest?.phone,
      status: ({ guest }) => wordCell(guest?.status ?? 'empty'),
      goes_back_on: ({ of, guest }) => (guest ? null : backOn(of)),
      note: ({ of, guest }) => (guest ? null : of.note),
    },
    rows: lines(),
  })
}
