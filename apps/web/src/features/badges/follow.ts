import { activityRoutes, UNDER_WAY } from '@shiloh/contract/activities'
import { call } from '#platform/api'
import type { FileAnswer } from '#platform/client'

/** Milliseconds between two looks: a few badges are made at once, thousands are not asked for often. */
const FIRST_LOOK_MS = 200
const LATEST_LOOK_MS = 2000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Follows a file of badges until it is made, and returns it.
 * @throws Error with what failed. AbortError when nobody waits for it here any more
 */
export async function followBadges(
  id: string,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<FileAnswer | undefined> {
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LATEST_LOOK_MS)) {
    await wait(pause)
    signal.throwIfAborted()
    const { done, state, error, file } = await call(activityRoutes.getActivity, { params: { id } })
    onProgress(done)
    if (UNDER_WAY.includes(state)) continue
    if (error !== null) throw new Error(error)
    return file ? call(activityRoutes.downloadActivity, { params: { id } }) : undefined
  }
}
