import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { type BadgeTask, makeBadges } from './make.ts'

/** Makes one file outside the thread that answers requests. Sends it page by page, and waits until a page was taken. */
const port = parentPort
if (port) {
  const task: BadgeTask = workerData
  await makeBadges(task, async (bytes, persons) => {
    const taken = once(port, 'message')
    port.postMessage({ bytes, persons })
    await taken
  })
  port.postMessage({ ended: true })
  port.close()
}
