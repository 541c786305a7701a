import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { BadgeTask } from './make.ts'

const message = z.object({
  bytes: z.instanceof(Uint8Array).default(new Uint8Array()),
  persons: z.int().default(0),
  ended: z.boolean().default(false),
})

/**
 * Makes a file of badges in a thread of its own: a thousand badges take seconds. Yields its bytes as the reader takes them; a
 * reader who stops ends the thread. @throws Error when the thread ends early
 */
export async function* badgeFile(task: BadgeTask, onPersons: (persons: number) => void): AsyncGenerator<Buffer> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: task, execArgv: [] })
  try {
    for await (const [sent] of on(worker, 'message', { close: ['exit'] })) {
      const { bytes, persons, ended } = message.parse(sent)
      if (ended) return
      onPersons(persons)
      if (bytes.length > 0) yield Buffer.from(bytes)
      worker.postMessage('taken')
    }
    throw new Error('the thread that draws badges ended')
  } finally {
    await worker.terminate()
  }
}
