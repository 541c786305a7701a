import { UNDER_WAY } from '@shiloh/contract/activities'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import type { DataOf } from '@shiloh/contract/core'
import { call } from '#platform/api'
import { followActivity } from '#platform/follow-activity'

/** What became of the rows of a bulk edit. */
export interface Answered {
  readonly figures: { readonly updated: number; readonly unchanged: number; readonly refused: number }
  /** The first of the refused rows. */
  readonly refused: DataOf<typeof bulkEditRoutes.getBulkEdit>['refused']
  readonly undoable: number
  readonly isUndo: boolean
}

/**
 * Follows a bulk edit until it ends or is paused.
 * @throws Error with what failed
 */
export async function followEdit(
  id: string,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<Answered> {
  const activity = await followActivity(
    id,
    ({ kind, state }) => kind === 'bulk_edit' && (!UNDER_WAY.includes(state) || state === 'paused'),
    onProgress,
    signal,
  )
  const { refused, undoable, is_undo } = await call(bulkEditRoutes.getBulkEdit, { params: { id } })
  const { updated = 0, unchanged = 0, refused: count = 0 } = activity.kind === 'bulk_edit' ? activity.result : {}
  return { figures: { updated, unchanged, refused: count }, refused, undoable, isUndo: is_undo }
}

/** Takes an edit back, and returns what became of its rows. */
export async function undoEdit(id: string): Promise<Answered> {
  const { activity_id } = await call(bulkEditRoutes.undoBulkEdit, { params: { id } })
  return followEdit(activity_id, () => undefined)
}
