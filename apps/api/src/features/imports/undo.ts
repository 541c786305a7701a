import { changingRooms } from '#features/venues'
import { noteResult, runActivity } from '#platform/activity/activity'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { inWork, type Work } from '#platform/jobs/work'
import { resolveAlert } from '#platform/messaging/alerts.store'
import { requireImporter } from './importer.ts'
import { addUndone, findImportOfUndo, type ImportRow, nextTable, revertPart, updateImport } from './imports.store.ts'

/**
 * Parts that are undone at the same time. Accounts are independent of each other, and the database looks each one up in
 * eighty columns: one connection would keep one processor busy and leave the others idle. Units and rooms follow each other.
 */
const lanesOf = (table: string): number => (table === 'users' ? 3 : 1)

/** Undoes the next part of a table. Guests of changed rooms move, and the events follow. */
const revertNext = async (work: Work, { id, resource }: ImportRow, table: string) => {
  let part: Awaited<ReturnType<typeof revertPart>>
  const revert = async () => {
    part = await revertPart(work.tx, id, table)
    return part?.restored ?? []
  }
  await (resource === 'event_rooms' ? changingRooms(work, revert) : revert())
  return part && { ...part, restored: part.restored.length }
}

/**
 * Undoes the import of an activity. Each part of its rows and the figures are one transaction, so a crash loses nothing
 * and the next worker continues. It ends when the person who asked for it lost the permission.
 */
export const runUndo = (payload: unknown, deps: Deps): Promise<void> =>
  runActivity<'import_undo'>(deps, payload, async ({ id: activityId, advance, hold, join }) => {
    const row = found(await findImportOfUndo(deps.db, activityId))
    const sums = { deleted: row.rows_deleted, restored: row.rows_restored, kept: row.rows_kept }
    const done = () => sums.deleted + sums.restored + sums.kept
    const { resource } = row
    // A lane that fails ends the others after their part.
    let hasFailed = false

    /** Undoes parts of a table until none is left that no other lane works on. */
    const lane = async (table: string): Promise<void> => {
      while (!hasFailed) {
        const part = await inWork(deps, async (work) => {
          await join(work.tx)
          const reverted = await revertNext(work, row, table)
          if (reverted) await addUndone(work.tx, row.id, reverted)
          await requireImporter(work.tx, resource, row.undone_by)
          return reverted
        })
        if (!part) return
        sums.deleted += part.deleted
        sums.restored += part.restored
        sums.kept += part.kept
        await advance(done())
      }
    }

    for (;;) {
      // Waits for what a worker before this one has not ended yet.
      const table = await deps.db.transaction().execute(async (tx) => {
        await hold(tx)
        return nextTable(tx, row.id)
      })
      if (table === undefined) break
      const lanes = Array.from({ length: lanesOf(table) }, async () => {
        try {
          await lane(table)
        } catch (error) {
          hasFailed = true
          throw error
        }
      })
      const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    }
    await inWork(deps, async (work) => {
      await hold(work.tx)
      await updateImport(work.tx, row.id, { status: 'undone', undone_at: work.now })
      // There are no rows left to look at.
      await resolveAlert(work.tx, 'import_finished', row.id, work.now)
      if (row.activity_id !== null) await noteResult(work, row.activity_id, { undone: sums.deleted + sums.restored })
    })
    return { result: sums, done: done() }
  })
