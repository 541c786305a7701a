import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Plan, RunInput, Weights } from './model.rules.ts'

export interface PlanTask {
  readonly input: RunInput
  readonly weights: Weights
  readonly seed: number
}

/**
 * Makes a plan in a thread of its own: it takes seconds. Yields each plan that is better than the one before; a reader who
 * stops ends the thread. @throws Error when the thread ends early
 */
export async function* plansOf(task: PlanTask): AsyncGenerator<Plan> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: task, execArgv: [] })
  try {
    for await (const [sent] of on(worker, 'message', { close: ['exit'] })) {
      // The thread is ours: what it sends has this form.
      const { plan, ended }: { plan: Plan; ended: boolean } = sent
      yield plan
      if (ended) return
    }
    throw new Error('the thread that plans rooms ended')
  } finally {
    await worker.terminate()
  }
}
