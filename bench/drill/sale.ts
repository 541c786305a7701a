import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import type { Account } from '../accounts.ts'

/** What the server has acknowledged: it may not be lost, whatever happens. */
export interface Journal {
  /** Reservations by id. */
  readonly reservations: Set<string>
  /** Settled payments by reference. */
  readonly payments: Set<string>
  /** Scans by their id, of people who were let in. */
  readonly scans: Set<string>
  /** Refused because nothing was left. */
  soldOut: number
}

export interface SaleOptions {
  /** Where people ask, opened with `CONNECTING`. The sale closes it. */
  readonly http: Dispatcher
  /** People buy for these events in turn. */
  readonly eventIds: readonly string[]
  readonly typeId: string
  readonly people: readonly Account[]
  readonly gate: Account
  /** Gets a line for each acknowledged answer. */
  readonly journalFile: string
}

/** What was seen since the last `mark()`. Milliseconds. */
export interface Seen {
  /** Attempts without an answer or with a 5xx. Each was repeated until it was answered. */
  readonly failed: number
  /** The failures by what they were. */
  readonly failures: ReadonlyMap<string, number>
  /** The longest time in which nobody got an answer. */
  readonly pause: number
  /** The longest time in which nobody at one of the events got an answer. */
  readonly pauseAtEvent: number
  /** The longest time from somebody's first attempt, or from the mark, to the answer. */
  readonly wait: number
  /** What somebody waited for that long. */
  readonly slowest: string
  /** Half of the requests were answered within this time. */
  readonly median: number
  /** Acknowledged requests. */
  readonly answered: number
  /** Answers that cannot be right. */
  readonly problems: readonly string[]
}

export interface Sale {
  readonly journal: Journal
  /** Begins to count again. */
  mark(): void
  seen(): Seen
  /** Milliseconds since the last failed attempt. */
  calm(): number
  /** Lets everybody finish the step that they are at. */
  stop(): Promise<void>
}

/** People who buy at the same time. */
const CUSTOMERS = 10
/** How long they look at a page, in milliseconds. It bounds the rate: the machine is not what is tested here. */
const LOOKING = 250
/** Milliseconds until somebody tries again after a failure. */
const AGAIN = 100
/** Milliseconds that a browser waits for an answer. */
const PATIENCE = 20_000
/** How the connections of a sale are opened. */
export const CONNECTING = { connections: CUSTOMERS, pipelining: 1, headersTimeout: PATIENCE, bodyTimeout: PATIENCE }

const made = z.object({
  data: z.object({ _id: z.string(), participants: z.array(z.object({ qr: z.object({ url: z.string() }) })) }),
})
const started = z.object({ data: z.object({ reference: z.string() }) })
const verified = z.object({ data: z.object({ status: z.string() }) })
const scanned = z.object({ data: z.object({ result: z.string() }) })
const refused = z.object({ code: z.string() })
/** In the last places, and afterwards. */
const SOLD_OUT = ['quota_exhausted', 'event_full']

interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly as?: Account
  readonly key?: string
  readonly body?: unknown
  readonly form?: string
  /** The event that it is about. */
  readonly eventId: string
}

/** Begins a sale: people reserve, pay and enter, and repeat a request that failed, with the same key. */
export const startSale = (options: SaleOptions): Sale => {
  const { http, eventIds, typeId, people, gate, journalFile } = options
  const journal: Journal = { reservations: new Set(), payments: new Set(), scans: new Set(), soldOut: 0 }
  let going = true
  let next = 0
  let failures = new Map<string, number>()
  let pause = 0
  let pauseAtEvent = 0
  let wait = 0
  let slowest = ''
  let times: number[] = []
  let answered = 0
  let lastAnswer = performance.now()
  const lastAnswers = new Map(eventIds.map((id) => [id, lastAnswer]))
  let marked = lastAnswer
  let lastFailure = performance.now()
  const problems: string[] = []

  const note = (kind: keyof Omit<Journal, 'soldOut'>, id: string) => {
    journal[kind].add(id)
    appendFileSync(journalFile, `${JSON.stringify({ kind, id, at: new Date().toISOString() })}\n`)
  }

  const once = async ({ method, path, as, key, body, form }: Asked) => {
    const response = await http.request({
      method,
      path,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: form }),
    })
    const text = await response.body.text()
    return { status: response.statusCode, text }
  }

  /** Asks until there is an answer. Undefined when the sale ends before. */
  const ask = async (asked: Asked): Promise<{ status: number; json: unknown } | undefined> => {
    const from = performance.now()
    while (going) {
      let failure: string
      try {
        const { status, text } = await once(asked)
        // The first attempt with this key is still under way.
        const isUnderWay = status === 409 && text.includes('idempotency_in_flight')
        if (status < 500 && status !== 429 && !isUnderWay) {
          const now = performance.now()
          pause = Math.max(pause, now - lastAnswer)
          const waited = now - Math.max(from, marked)
          times.push(waited)
          if (waited > wait) {
            wait = waited
            slowest = `${asked.method} ${asked.path.slice(0, 60)}`
          }
          lastAnswer = now
          pauseAtEvent = Math.max(pauseAtEvent, now - (lastAnswers.get(asked.eventId) ?? now))
          lastAnswers.set(asked.eventId, now)
          answered += 1
          return { status, json: text.startsWith('{') ? JSON.parse(text) : undefined }
        }
        failure = String(status)
      } catch (error) {
        failure = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      }
      failures.set(failure, (failures.get(failure) ?? 0) + 1)
      lastFailure = performance.now()
      await delay(AGAIN)
    }
    return undefined
  }

  const unexpected = (asked: Asked, answer: { status: number; json: unknown }) =>
    problems.push(`${asked.method} ${asked.path}: ${answer.status} ${JSON.stringify(answer.json)?.slice(0, 300)}`)

  /** Asks, and notes an answer other than `status`. */
  const expecting = async (status: number, asked: Asked): Promise<unknown> => {
    const answer = await ask(asked)
    if (!answer) return undefined
    if (answer.status === status) return answer.json ?? {}
    unexpected(asked, answer)
    return undefined
  }

  /** One person, from the reservation to the gate. */
  const buy = async (number: number, as: Account) => {
    const eventId = eventIds[number % eventIds.length] ?? ''
    const reserving: Asked = {
      eventId,
      method: 'POST',
      path: `/api/v1/user/reservations/${eventId}`,
      as,
      key: `drill-reserve-${as.id}`,
      body: { participant_type_id: typeId },
    }
    const answer = await ask(reserving)
    if (!answer) return
    if (answer.status === 409 && SOLD_OUT.includes(refused.safeParse(answer.json).data?.code ?? '')) {
      journal.soldOut += 1
      return
    }
    if (answer.status !== 201) {
      unexpected(reserving, answer)
      return
    }
    const reservation = made.parse(answer.json).data
    note('reservations', reservation._id)
    await delay(LOOKING)
    const begun = await expecting(201, {
      eventId,
      method: 'POST',
      path: `/api/v1/user/reservations/${reservation._id}/payments`,
      as,
      key: `drill-pay-${as.id}`,
      body: { provider: 'sandbox' },
    })
    if (!begun) return
    const { reference } = started.parse(begun).data
    await delay(LOOKING)
    const paying: Asked = { eventId, method: 'POST', path: `/sandbox/checkout/${reference}`, form: 'decision=pay' }
    if (!(await expecting(303, paying))) return
    const verifying: Asked = { eventId, method: 'GET', path: `/api/v1/user/verify-payment/${reference}`, as }
    const settled = await expecting(200, verifying)
    if (!settled) return
    const { status } = verified.parse(settled).data
    if (status === 'paid') note('payments', reference)
    else problems.push(`${reference} was paid and is ${status}`)
    await delay(LOOKING)
    const scanId = `drill-${as.id}`
    const entered = await expecting(200, {
      eventId,
      method: 'PUT',
      path: `/api/v1/check-in-users/reservations/${encodeURIComponent(reservation.participants[0]?.qr.url ?? '')}/scanned-check-in`,
      as: gate,
      body: { scan_id: scanId, device_id: `gate-${number % 4}`, scanned_at: new Date().toISOString() },
    })
    if (!entered) return
    const { result } = scanned.parse(entered).data
    if (result === 'ok') note('scans', scanId)
    else problems.push(`${scanId} was ${result}`)
  }

  const customer = async () => {
    while (going) {
      const number = next
      next += 1
      const as = people[number]
      if (!as) throw new Error('too few people for this sale')
      await buy(number, as)
      await delay(LOOKING)
    }
  }
  const customers = Promise.all(Array.from({ length: CUSTOMERS }, customer))
  customers.catch(() => undefined)

  return {
    journal,
    mark: () => {
      marked = performance.now()
      // What came before prepared what is measured, and can have slowed it.
      lastAnswer = marked
      for (const id of lastAnswers.keys()) lastAnswers.set(id, marked)
      failures = new Map()
      pause = 0
      pauseAtEvent = 0
      wait = 0
      slowest = ''
      times = []
      answered = 0
    },
    seen: () => ({
      failed: [...failures.values()].reduce((sum, count) => sum + count, 0),
      failures,
      pause: Math.max(pause, performance.now() - lastAnswer),
      pauseAtEvent: Math.max(pauseAtEvent, ...[...lastAnswers.values()].map((last) => performance.now() - last)),
      wait,
      slowest,
      median: [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
      answered,
      problems,
    }),
    calm: () => performance.now() - lastFailure,
    stop: async () => {
      going = false
      await customers
      await http.close()
    },
  }
}
