import { activityRoutes, UNDER_WAY } from '@shiloh/contract/activities'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import type { DataOf } from '@shiloh/contract/core'
import { call } from '#platform/api'

/** What became of the rows of a bulk edit. */
export interface Answered {
  readonly figures: { readonly updated: number; readonly unchanged: number; readonly refused: number }
  /** The first of the refused rows. */
  readonly refused: DataOf<typeof bulkEditRoutes.getBulkEdit>['refused']
  readonly undoable: number
  readonly isUndo: boolean
}

/** Milliseconds between two looks: the first edits of few rows end at once, long ones are not asked for often. */
const FIRST_LOOK_MS = 150
const LATEST_LOOK_MS = 2000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Follows a bulk edit until it ends or is paused.
 * @throws Error with what failed
 */
export async function followEdit(
  id: string,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<Answered> {
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LATEST_LOOK_MS)) {
    await wait(pause)
    signal?.throwIfAborted()
    const activity = await call(activityRoutes.getActivity, { params: { id } })
    onProgress(activity.done)
    if (activity.kind !== 'bulk_edit' || (UNDER_WAY.includes(activity.state) && activity.state !== 'paused')) continue
    if (activity.error !== null) throw new Error(activity.error)
    const { refused, undoable, is_undo } = await call(bulkEditRoutes.getBulkEdit, { params: { id } })
    const { updated = 0, unchanged = 0, refused: count = 0 } = activity.result
    return { figures: { updated, unchanged, refused: count }, refused, undoable, isUndo: is_undo }
  }
}

/** Takes an edit back, and returns what became of its rows. */
export async function undoEdit(id: string): Promise<Answered> {
  const { activity_id } = await call(bulkEditRoutes.undoBulkEdit, { params: { id } })
  return followEdit(activity_id, () => undefined)
}
