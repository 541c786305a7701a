import { opensInDays, type ScanAnswer } from '@shiloh/contract/checkin/checkin'
import { transactionOn } from '#platform/db/sql.store'
import type { Deps, Service } from '#platform/deps'
import { gather } from '#platform/gather'
import type { Work } from '#platform/jobs/work'
import type { RealtimeEvent } from '#platform/realtime'
import { isPointOverfull } from './board.store.ts'
import type { BuiltBundles } from './bundle.ts'
import type { CountedPeople } from './people-at.ts'
import { type EnteredAnswer, enterScans, type GateWork, type ScanRequest } from './scan.ts'
import { countersOf, findOpening } from './store.ts'
import { keyOf } from './visits.ts'

/** An answer with the time after which every count has the scan. */
type StoredAnswer = EnteredAnswer & { readonly storedAt: Date }

/**
 * The facts of an event are shown but decide nothing, so they can be a second old. A gate scans many times a second.
 */
const FACTS_FRESH_MS = 1000
type EventFacts = Pick<ScanAnswer, 'counters' | 'opens_in_days' | 'overfull'>

interface CheckinService extends Service {
  /** Records scans, many per transaction. */
  readonly batcher: ReturnType<typeof openBatcher>
  /** Facts by event and point. `at` is in milliseconds. */
  readonly facts: Map<string, { readonly at: number; readonly facts: Promise<EventFacts> }>
  readonly people: CountedPeople
  readonly bundles: BuiltBundles
}

declare module '#platform/deps' {
  interface Services {
    readonly checkin: CheckinService
  }
}

const readFacts = async (deps: Deps, eventId: string, pointId: string | null, now: Date): Promise<EventFacts> => {
  const [counters, opening, overfull] = await Promise.all([
    countersOf(deps.db, [eventId]),
    findOpening(deps.db, eventId),
    pointId === null ? false : isPointOverfull(deps.db, pointId, now),
  ])
  return {
    counters: counters.get(eventId) ?? null,
    opens_in_days: opening ? opensInDays(opening.starts_at, opening.time_zone, now) : 0,
    overfull,
  }
}

const freshFacts = async (deps: Deps, eventId: string, pointId: string | null): Promise<EventFacts> => {
  const cache = deps.services.checkin.facts
  const key = keyOf(eventId, pointId ?? '')
  const known = cache.get(key)
  const now = deps.clock()
  const age = known ? now.getTime() - known.at : -1
  if (known && age >= 0 && age < FACTS_FRESH_MS) return known.facts
  const facts = readFacts(deps, eventId, pointId, now)
  // Concurrent readers share one count. A failure is not cached.
  cache.set(key, { at: now.getTime(), facts })
  facts.catch(() => cache.delete(key))
  return facts
}

const enterBatch = async (deps: Deps, batch: readonly ScanRequest[], next: () => void): Promise<StoredAnswer[]> => {
  const now = deps.clock()
  const { answers, published } = await transactionOn(deps.pipelines, async (sql, commitWith) => {
    const published: RealtimeEvent[] = []
    const publish: Work['publish'] = (room, event, data = {}) => {
      published.push({ room, event, data })
    }
    const commit: GateWork['commit'] = (writes) => commitWith(writes, next)
    return { answers: await enterScans({ sql, deps, now, publish, commit }, batch), published }
  })
  // Before anybody hears of it: a count that begins because of the hint has these scans.
  const storedAt = deps.clock()
  deps.realtime.publish(published)
  for (const { result } of answers) deps.metrics.scanned(result)
  return answers.map((answer) => ({ ...answer, storedAt }))
}

const openBatcher = (deps: Deps) =>
  gather<ScanRequest, StoredAnswer>({
    run: (batch, next) => enterBatch(deps, batch, next),
    maxBatch: 200,
    maxQueue: 4000,
    watch: deps.metrics.batches('scans'),
  })

export const startCheckin = (deps: Deps): CheckinService => {
  const batcher = openBatcher(deps)
  const bundles: BuiltBundles = new Map()
  const stop = async () => {
    await batcher.stop()
    // A bundle that was begun ahead reads the database.
    await Promise.allSettled([...bundles.values()].map(({ whole }) => whole))
  }
  return { batcher, facts: new Map(), people: new Map(), bundles, stop }
}

/** Records one scan of a device's queue. Scans that arrive together share a transaction. @throws overloaded */
export const storeScan = (deps: Deps, request: ScanRequest): Promise<StoredAnswer> =>
  deps.services.checkin.batcher.ask(request)

/** Records one scan, and adds the facts of its event that a device shows. */
export const enterScan = async (deps: Deps, request: ScanRequest): Promise<ScanAnswer> => {
  const { isKept, storedAt: _, ...stored } = await storeScan(deps, request)
  // A question lets nobody in, so the answer must not say that it does.
  const answer: ScanAnswer = isKept && stored.result === 'ok' ? { ...stored, result: 'kept' } : stored
  const eventId = answer.reservation?.event_id
  return eventId ? { ...answer, ...(await freshFacts(deps, eventId, request.pointId)) } : answer
}
