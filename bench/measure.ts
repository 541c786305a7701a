/** A measurement: calls per second, and the time of each call. */
export interface Measured {
  readonly count: number
  readonly seconds: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Converts the milliseconds of each call to a rate and percentiles. */
export const summarize = (milliseconds: readonly number[], seconds: number): Measured => {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  return {
    count: sorted.length,
    seconds,
    perSecond: sorted.length / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  }
}

/**
 * `clients` perform `count` calls in total, each client one at a time. `counts` decides which responses are measured (a
 * rejection is a response but not a reservation). The time ends with the last call that counts.
 */
export const run = async (
  clients: number,
  count: number,
  call: (index: number) => Promise<boolean>,
): Promise<Measured & { readonly refused: number }> => {
  const times: number[] = []
  let next = 0
  let refused = 0
  let last = performance.now()
  const start = performance.now()
  const client = async () => {
    while (next < count) {
      const index = next
      next += 1
      const from = performance.now()
      if (await call(index)) {
        last = performance.now()
        times.push(last - from)
      } else refused += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { ...summarize(times, (last - start) / 1000), refused }
}

/** Returns the median run by rate. */
export const median = <T extends { perSecond: number }>(runs: readonly T[]): T => {
  const sorted = [...runs].sort((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}

/** What a machine needs for one request. `growth.ts` computes with it. */
export interface Services {
  /** Milliseconds of a core for an attempt to reserve: in a process of the product, and in PostgreSQL. */
  readonly api: number
  readonly database: number
  /** The same when the attempts are at many events, which share fewer locks and statements. */
  readonly manyApi: number
  readonly manyDatabase: number
  /** Attempts a second at one event: its counter is one row. */
  readonly oneEvent: number
  /** Milliseconds of a core for a public page from memory, and for a sign-in. */
  readonly page: number
  readonly signIn: number
}

/** One line of the table: a figure beside its upper bound, from the same run. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly goal: string
  readonly met: boolean | null
  readonly ceiling?: { readonly what: string; readonly value: number } | undefined
  readonly note?: string | undefined
  /** What it says about the cost of a request. */
  readonly services?: Partial<Services> | undefined
}

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)

/** Returns the figures as a Markdown table, as in docs/performance.md. */
export const table = (figures: readonly Figure[]): string => {
  const rows = figures.map(({ name, value, unit, goal, met, ceiling, note }) => [
    name,
    `${number(value)} ${unit}`,
    goal,
    met === null ? '' : met ? 'yes' : 'no',
    ceiling ? `${ceiling.what}: ${number(ceiling.value)} ${unit}` : '',
    ceiling && ceiling.value > 0 ? (value / ceiling.value).toFixed(2) : '',
    note ?? '',
  ])
  const head = ['what', 'measured', 'goal', 'met', 'ceiling, same run', 'ratio', 'note']
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
