// `node bench/growth.ts`: which machines an opening needs, by a small simulation. The service times are those of
// docs/performance.md; docs/growth.md has the table that this prints. Nothing here is measured.

/** Milliseconds of one core for each request. */
const COST = {
  /** An attempt to reserve, in a process of the product and in PostgreSQL. */
  api: 0.3,
  database: 0.3,
  /** A public page from memory. */
  page: 0.06,
  /** Argon2id is meant to be expensive. */
  signIn: 23,
}
/** Bookings of many events share fewer locks and statements: PostgreSQL works a quarter more. */
const MANY_EVENTS = 1.25
/** Attempts a second at one event: its counter is one row. */
const ONE_EVENT = 2500
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
const GOAL_SECONDS = 180
const MAILS_A_SECOND = 200
/** Bytes: a paid reservation with its rows and indexes; a page; an answer. */
const BYTES = { reservation: 20_000, page: 21_000, answer: 3000 }
/** Gigabytes: a process, and PostgreSQL for each process's connections. */
const MEMORY = { process: 0.4, connections: 0.25, database: 2 }

const STEP = 0.1
const LONGEST = 6 * 3600

interface Machines {
  /** Cores with a process of the product each. */
  readonly api: number
  /** Cores of PostgreSQL. */
  readonly database: number
}

interface Outcome {
  /** Seconds until 99 of 100 people have their answer. */
  readonly answered: number
  /** 503 answers for each person. */
  readonly refused: number
  /** Answers a second at the busiest moment, with pages. */
  readonly peak: { readonly answers: number; readonly pages: number }
}

/** Lets `people` come to `events` at once, and serves them. */
const simulate = (people: number, events: number, { api, database }: Machines): Outcome => {
  let signingIn = 0
  let reserving = 0
  let answered = 0
  let refused = 0
  let later: number[] = []
  const peak = { answers: 0, pages: 0 }
  const databaseLimit = (database * STEP * 1000 * USABLE) / (COST.database * (events > 1 ? MANY_EVENTS : 1))
  for (let time = 0; time < LONGEST; time += STEP) {
    const coming = people * (Math.exp(-time / FRONT_SECONDS) - Math.exp(-(time + STEP) / FRONT_SECONDS))
    const [again = 0, ...rest] = later
    later = rest
    // Who was refused comes again, to what refused them: by then most are signed in.
    const toReserve = coming * (1 - SIGNING_IN) + again
    signingIn += coming * SIGNING_IN
    reserving += toReserve
    let work = api * STEP * 1000 * USABLE - coming * PAGES * COST.page
    const limits = [reserving, databaseLimit, events * ONE_EVENT * STEP]
    // Both kinds of work share the cores.
    const share = signingIn > 0 ? 0.5 : 1
    const served = Math.max(0, Math.min(...limits, (work * share) / COST.api))
    work -= served * COST.api
    const signed = Math.max(0, Math.min(signingIn, work / COST.signIn))
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
    peak.pages = Math.max(peak.pages, (coming * PAGES) / STEP)
    if (answered >= 0.99 * people) return { answered: time, refused: refused / people, peak }
  }
  return { answered: Number.POSITIVE_INFINITY, refused: refused / people, peak }
}

const CORES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]

/** Returns the fewest cores with which the goal is met, or undefined if no machine of the list does. */
const fewest = (people: number, events: number): { machines: Machines; outcome: Outcome } | undefined =>
  CORES.flatMap((api) => CORES.map((database) => ({ api, database })))
    .sort((a, b) => a.api + a.database - (b.api + b.database) || a.database - b.database)
    .map((machines) => ({ machines, outcome: simulate(people, events, machines) }))
    .find(({ outcome }) => outcome.answered <= GOAL_SECONDS)

const number = (value: number): string => Math.round(value).toLocaleString('en')
const HEAD = [
  'people',
  'events',
  'cores: product + PostgreSQL',
  'memory',
  'answered',
  '503 a person',
  'at the peak',
  'rows if all get a place',
  'mails done after',
]

const rows = [10_000, 100_000, 1_000_000].flatMap((people) =>
  [1, 10, 100, 1000].map((events) => {
    const found = fewest(people, events)
    if (!found) return [number(people), number(events), 'none of these', '', '', '', '', '', '']
    const { machines, outcome } = found
    const memory = machines.api * (MEMORY.process + MEMORY.connections) + MEMORY.database
    const bits = (outcome.peak.answers * BYTES.answer + outcome.peak.pages * BYTES.page) * 8
    return [
      number(people),
      number(events),
      `${machines.api} + ${machines.database}`,
      `${Math.ceil(memory)} GB`,
      `${Math.round(outcome.answered)} s`,
      outcome.refused.toFixed(1),
      `${number(outcome.peak.answers)} answers and ${number(outcome.peak.pages)} pages /s, ${number(bits / 1e6)} Mbit/s`,
      `${((people * BYTES.reservation) / 1e9).toFixed(1)} GB`,
      `${number(people / MAILS_A_SECOND / 60)} min`,
    ]
  }),
)
console.log([HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
