import { activityRoutes, UNDER_WAY } from '@shiloh/contract/activities'
import { call } from '#platform/api'
import type { FileAnswer } from '#platform/client'
import { followActivity } from '#platform/follow-activity'

/**
 * Follows a file of badges until it is made, and returns it.
 * @throws Error with what failed. AbortError when nobody waits for it here any more
 */
export async function followBadges(
  id: string,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<FileAnswer | undefined> {
  const { file } = await followActivity(id, ({ state }) => !UNDER_WAY.includes(state), onProgress, signal)
  return file ? call(activityRoutes.downloadActivity, { params: { id } }) : undefined
}
