import { isAllowed } from '@shiloh/contract/permissions'
import { changingRooms } from '#features/venues'
import { noteResult, runActivity } from '#platform/activity/activity'
import { loadAuthorizations } from '#platform/auth/auth.store'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { inWork, type Work } from '#platform/jobs/work'
import { findImportOfUndo, type ImportRow, isImported, revertPart, updateImport } from './imports.store.ts'

/** Undoes the next part of an import. Guests of changed rooms move, and the events follow. */
const revertNext = async (work: Work, { id, resource }: ImportRow) => {
  let part: Awaited<ReturnType<typeof revertPart>>
  const revert = async () => {
    part = await revertPart(work.tx, id)
    return part?.restored ?? []
  }
  await (resource === 'event_rooms' ? changingRooms(work, revert) : revert())
  return part
}

/**
 * Undoes the import of an activity. Each part of its rows and the figures are one transaction, so a crash loses nothing
 * and the next worker continues. It ends when the person who asked for it lost the permission.
 */
export const runUndo = (payload: unknown, deps: Deps): Promise<void> =>
  runActivity<'import_undo'>(deps, payload, async ({ id: activityId, advance, hold }) => {
    const row = found(await findImportOfUndo(deps.db, activityId))
    const by = row.undone_by ?? ''
    let { rows_deleted, rows_restored, rows_kept } = row
    const { resource } = row
    for (;;) {
      const authorization = (await loadAuthorizations(sqlIn(deps.db), [by])).get(by)
      if (!isImported(resource) || !authorization || !isAllowed(authorization, `${resource}.import`))
        throw new AppError('author_forbidden')
      const figures = await inWork(deps, async (work) => {
        await hold(work.tx)
        const part = await revertNext(work, row)
        if (!part) return undefined
        const sums = {
          rows_deleted: rows_deleted + part.deleted,
          rows_restored: rows_restored + part.restored.length,
          rows_kept: rows_kept + part.kept,
        }
        await updateImport(work.tx, row.id, sums)
        return sums
      })
      if (!figures) break
      ;({ rows_deleted, rows_restored, rows_kept } = figures)
      await advance(rows_deleted + rows_restored + rows_kept)
    }
    await inWork(deps, async (work) => {
      await hold(work.tx)
      await updateImport(work.tx, row.id, { status: 'undone', undone_at: work.now })
      if (row.activity_id !== null) await noteResult(work, row.activity_id, { undone: rows_deleted + rows_restored })
    })
    return {
      result: { deleted: rows_deleted, restored: rows_restored, kept: rows_kept },
      done: rows_deleted + rows_restored + rows_kept,
    }
  })
