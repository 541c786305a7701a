import { buffer } from 'node:stream/consumers'
import { isLanguage } from '@shiloh/contract/core'
import { ERROR_STATUS, type ErrorCode } from '@shiloh/contract/errors'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import { runActivity } from '#platform/activity/activity'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { saveFile } from '#platform/files/files.store'
import { inWork, type Work } from '#platform/jobs/work'
import { columnLabel } from '#platform/tables/column-texts'
import { writeXlsx } from '#platform/tables/xlsx-writer'
import { errorText } from '#platform/text/texts'
import { actOf } from './acts.ts'
import { findBulkEdit, noteAnswer } from './store.ts'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code)

/**
 * Acts on the rows of an activity, each in a transaction of its own that also writes down that it was answered. A row that
 * is refused stays as it was. After a crash, a pause or a stop nothing is half done, and nothing is done twice.
 */
export const runBulkEdit = (payload: unknown, deps: Deps): Promise<void> =>
  runActivity<'bulk_edit'>(deps, payload, async ({ id, advance, hold }) => {
    const edit = found(await findBulkEdit(deps.db, id))
    const { names, act } = actOf(edit.resource, edit.act)
    const by = { id: edit.actor_id ?? '', name: edit.actor_name, reason: edit.reason }
    const named = (work: Work): Work => ({ ...work, audit: (entry) => work.audit({ ...entry, by }) })
    const refused = [...edit.refused]
    let answered = edit.answered
    const figures = () => ({ updated: answered - refused.length, refused: refused.length })
    for (const row of edit.ids.slice(edit.answered)) {
      try {
        await inWork(deps, async (work) => {
          await hold(work.tx)
          await act(named(work), row, by)
          await noteAnswer(work.tx, id)
        })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push({ id: row, code: error.code })
        await inWork(deps, async (work) => {
          await hold(work.tx)
          await noteAnswer(work.tx, id, { id: row, code: error.code })
        })
      }
      answered += 1
      if (!(await advance(answered, edit.ids.length))) return { result: figures(), done: answered }
    }
    if (refused.length === 0) return { result: figures(), done: answered }

    const language = isLanguage(edit.language) ? edit.language : 'en'
    const known = await names(
      deps.db,
      refused.map((row) => row.id),
    )
    const rows = refused.map(({ id: row, code }) => [
      ...(known.get(row) ?? ['', '']),
      isErrorCode(code) ? errorText(code, language) : code,
    ])
    const headers = ['code', 'name', 'error'].map((column) => columnLabel(column, language))
    const bytes = await buffer(writeXlsx({ name: edit.resource, headers }, [rows]))
    const stored = await deps.files.storeTable({ field: 'file', name: 'refused.xlsx', bytes }, EXPORT_TYPES.xlsx)
    const fileId = await inWork(deps, (work) =>
      saveFile(work.tx, work.now, stored, { ownerId: edit.actor_id, purpose: 'activity', visibility: 'owner' }),
    )
    return { result: figures(), done: answered, fileId }
  })
