import type { Services } from './measure.ts'

// An opening as a simulation: people come to a sale, and machines serve them. Pure: the figures come from the caller.

/** How much of a core can be used before answers take long. */
const USABLE = 0.8
/** Maximum queue lengths of a process. Further requests are answered with 503 and tried again. */
const QUEUE = { reserve: 5000, signIn: 200 }
const AGAIN_SECONDS = 2
/** People do not come in the same second: two thirds of them in the first half minute, 99 of 100 within 138 s. */
const FRONT_SECONDS = 30
/** The share that has to sign in, and the pages that somebody opens. */
const SIGNING_IN = 0.1
const PAGES = 3
/** Within this time, 99 of 100 have their answer. */
export const GOAL_SECONDS = 180
/** The primary fails this many seconds after the opening, when the most people wait, and nobody is served for so long. */
export const FAILOVER = { at: 20, seconds: 12 }
/** Milliseconds of a core for a ticket's mail with its PDF and code, and mails that a process sends in a second at most. */
const MAIL = { milliseconds: 60, aSecond: 200 }
/**
 * Bytes: a paid reservation with its rows, indexes and messages, as much again in the log; a public page, and an answer. With
 * a cache in front, a hundredth of the pages arrives.
 */
const BYTES = { reservation: 20_000, page: 21_000, answer: 3000 }
const CACHED = 0.01
/** Gigabytes: a process with its connections in PostgreSQL, and PostgreSQL itself. */
const MEMORY = { process: 0.4, connections: 0.25, database: 2 }

const STEP = 0.1
const LONGEST = 6 * 3600

export interface Opening {
  readonly people: number
  readonly events: number
  /** A cache in front of the public pages. */
  readonly cached: boolean
  /** The primary fails while most people wait. */
  readonly failover?: boolean
}

export interface Machines {
  /** Cores with a process of the product each. */
  readonly api: number
  /** Cores of PostgreSQL. */
  readonly database: number
}

export interface Outcome {
  /** Seconds until 99 of 100 people have their answer. */
  readonly answered: number
  /** 503 answers for each person. */
  readonly refused: number
  /** Answers and pages a second at the busiest moment. */
  readonly peak: { readonly answers: number; readonly pages: number }
  /** People who have their answer in the end, or wait when the simulation stops. */
  readonly people: number
}

/** Lets people come to a sale, and serves them. */
export const simulate = (
  { people, events, cached, failover = false }: Opening,
  { api, database }: Machines,
  services: Services,
): Outcome => {
  let signingIn = 0
  let reserving = 0
  let answered = 0
  let refused = 0
  let later: number[] = []
  const peak = { answers: 0, pages: 0 }
  const [apiCost, databaseCost] =
    events > 1 ? [services.manyApi, services.manyDatabase] : [services.api, services.database]
  const databaseLimit = (database * STEP * 1000 * USABLE) / databaseCost
  const outcome = (time: number): Outcome => ({
    answered: time,
    refused: refused / people,
    peak,
    people: answered + reserving + signingIn + later.reduce((sum, count) => sum + count, 0),
  })
  for (let time = 0; time < LONGEST; time += STEP) {
    const coming = people * (Math.exp(-time / FRONT_SECONDS) - Math.exp(-(time + STEP) / FRONT_SECONDS))
    const isDown = failover && time >= FAILOVER.at && time < FAILOVER.at + FAILOVER.seconds
    const [again = 0, ...rest] = later
    later = rest
    // Who was refused comes again, to what refused them: by then most are signed in.
    signingIn += coming * SIGNING_IN
    reserving += coming * (1 - SIGNING_IN) + again
    const pages = coming * PAGES * (cached ? CACHED : 1)
    let work = Math.max(0, api * STEP * 1000 * USABLE - pages * services.page)
    // Both kinds of work share the cores.
    const share = signingIn > 0 ? 0.5 : 1
    const served = isDown
      ? 0
      : Math.min(reserving, databaseLimit, events * services.oneEvent * STEP, (work * share) / apiCost)
    work -= served * apiCost
    const signed = isDown ? 0 : Math.min(signingIn, work / services.signIn)
    reserving += signed - served
    signingIn -= signed
    answered += served
    const over = Math.max(0, reserving - api * QUEUE.reserve)
    reserving -= over
    // Sign-ins beyond the queue wait at home: counted as refused, and asked again without leaving the line.
    refused += over + Math.max(0, signingIn - api * QUEUE.signIn) * (STEP / AGAIN_SECONDS)
    later[Math.round(AGAIN_SECONDS / STEP) - 1] = over
    later = Array.from(later, (count) => count ?? 0)
    peak.answers = Math.max(peak.answers, served / STEP)
    peak.pages = Math.max(peak.pages, pages / STEP)
    if (answered >= 0.99 * people) return outcome(time)
  }
  return outcome(Number.POSITIVE_INFINITY)
}

const CORES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]

/** Returns the fewest cores with which the goal is met, or undefined if no number of the list is enough. */
export const fewest = (
  opening: Opening,
  services: Services,
): { readonly machines: Machines; readonly outcome: Outcome } | undefined =>
  CORES.flatMap((api) => CORES.map((database) => ({ api, database })))
    .sort((a, b) => a.api + a.database - (b.api + b.database) || a.database - b.database)
    .map((machines) => ({ machines, outcome: simulate(opening, machines, services) }))
    .find(({ outcome }) => outcome.answered <= GOAL_SECONDS)

/** What else these machines need. Gigabytes, bytes and seconds. */
export const needs = ({ people }: Opening, { api }: Machines, { peak }: Outcome) => ({
  memory: Math.ceil(api * (MEMORY.process + MEMORY.connections) + MEMORY.database),
  /** Rows and log, and room for a copy. */
  disk: people * BYTES.reservation * 3,
  /** Written each second at the busiest moment, if all get a place. */
  written: peak.answers * BYTES.reservation * 2,
  bitsASecond: (peak.answers * BYTES.answer + peak.pages * BYTES.page) * 8,
  /** Until the last mail is sent, if all get a place. */
  mails: people / Math.min(MAIL.aSecond, (api * 1000 * USABLE) / MAIL.milliseconds),
})

/** Sizes that are rented everywhere: cores and gigabytes. */
const SIZES = [
  { cores: 2, memory: 4 },
  { cores: 4, memory: 8 },
  { cores: 8, memory: 16 },
  { cores: 16, memory: 32 },
  { cores: 32, memory: 64 },
  { cores: 64, memory: 128 },
]
/** The largest size for processes of the product: several of them are cheaper, and one can be replaced. */
const API_CORES = 8

/**
 * Returns what to rent. Up to four cores everything is on one machine. Beyond, there is one machine for the product more
 * than needed, so that one can fail, and three for PostgreSQL.
 */
export const toRent = ({ api, database }: Machines): readonly { count: number; cores: number; memory: number }[] => {
  const sizeFor = (cores: number) => {
    const size = SIZES.find((one) => one.cores >= cores)
    if (!size) throw new Error(`no machine has ${cores} cores`)
    return size
  }
  if (api + database <= 4) return [{ count: 1, ...sizeFor(api + database) }]
  const each = sizeFor(Math.min(api, API_CORES))
  return [
    { count: Math.ceil(api / each.cores) + 1, ...each },
    { count: 3, ...sizeFor(Math.max(database, 2)) },
  ]
}
