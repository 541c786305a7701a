import { Worker } from 'node:worker_threads'
import type { Language } from '@shiloh/contract/core'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { z } from 'zod'
import type { TicketFacts } from './ticket-facts.ts'

interface Waiting {
  readonly resolve: (bytes: Buffer) => void
  readonly reject: (error: Error) => void
}

const answer = z.object({
  id: z.number(),
  bytes: z.instanceof(Uint8Array).optional(),
  error: z.string().optional(),
})

/** Milliseconds. An idle thread ends after this time and is started again when needed. */
const IDLE_MS = 30_000

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

const settle = (message: unknown): void => {
  const { id, bytes, error } = answer.parse(message)
  const one = waiting.get(id)
  waiting.delete(id)
  if (bytes) one?.resolve(Buffer.from(bytes))
  else one?.reject(new Error(error ?? 'no PDF'))
  if (waiting.size > 0) return
  idle = setTimeout(() => {
    const ended = thread
    thread = undefined
    void ended?.terminate()
  }, IDLE_MS)
  idle.unref()
}

const start = (): Worker => {
  const started = new Worker(new URL('./pdf-thread.ts', import.meta.url), { execArgv: [] })
  started.unref()
  started.on('message', settle)
  const end = (error: Error) => {
    // Nothing waits for a thread that was released.
    if (thread !== started) return
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  started.on('error', end)
  started.on('exit', () => end(new Error('the thread that draws PDFs ended')))
  return started
}

/** Renders the PDF of a reservation in a thread of its own: a ticket takes as long as a hundred requests. */
export const renderPdf = (
  view: ReservationView,
  facts: TicketFacts,
  language: Language,
  now: Date,
): Promise<Buffer> => {
  clearTimeout(idle)
  thread ??= start()
  lastId += 1
  const id = lastId
  return new Promise<Buffer>((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    thread?.postMessage({ id, view, facts, language, now })
  })
}
