import { type Activity, activityRoutes, UNDER_WAY } from '@shiloh/contract/activities'
import { call } from './api.ts'
import type { FileAnswer } from './client.ts'

/** Milliseconds between two looks: short work ends within moments, and long work is not asked for often. */
const FIRST_LOOK_MS = 150
const LATEST_LOOK_MS = 2000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Follows an activity until it is over, and returns it.
 * @throws Error with what failed. AbortError when nobody waits for it here any more
 */
export async function followActivity(
  id: string,
  isOver: (activity: Activity) => boolean,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<Activity> {
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LATEST_LOOK_MS)) {
    await wait(pause)
    signal?.throwIfAborted()
    const activity = await call(activityRoutes.getActivity, { params: { id } })
    onProgress(activity.done)
    if (!isOver(activity)) continue
    if (activity.error !== null) throw new Error(activity.error)
    return activity
  }
}

/**
 * Follows an activity that makes a file, and returns the file. Undefined if somebody stopped it.
 * @throws Error with what failed. AbortError when nobody waits for it here any more
 */
export async function followFile(
  id: string,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<FileAnswer | undefined> {
  const { file } = await followActivity(id, ({ state }) => !UNDER_WAY.includes(state), onProgress, signal)
  return file ? call(activityRoutes.downloadActivity, { params: { id } }) : undefined
}
