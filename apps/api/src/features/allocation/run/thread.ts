import { parentPort, workerData } from 'node:worker_threads'
import { makePlan } from './plan.ts'
import { solve } from './solve.ts'
import type { PlanTask } from './worker.ts'

/** Makes one plan outside the thread that answers requests. Sends each plan that is better than the one before. */
const port = parentPort
if (port) {
  const task: PlanTask = workerData
  const plan = await makePlan(task.input, task.weights, task.seed, solve, (better) =>
    port.postMessage({ plan: better, ended: false }),
  )
  port.postMessage({ plan, ended: true })
  port.close()
}
