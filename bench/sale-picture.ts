import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeEvent, prepare } from './cases.ts'
import { type Panel, paint } from './panels.ts'
import { freePort, openWorld } from './world.ts'

// `node bench/sale-picture.ts [file]`: lets a sale run against one process of the product, reads its /metrics every second,
// and draws the main panels of deploy/monitoring/dashboard.json. The rate is bounded: this is no measurement.

const QUIET = 10
const SALE = 50
const AFTER = 20
/** Attempts a second when the sale opens. They fall to a third within the sale. */
const RATE = 90
const PLACES = 1500

/** A moment's values by name with labels, as /metrics wrote them. */
type Sample = ReadonlyMap<string, number>

const readMetrics = async (port: number): Promise<Sample> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

const labelOf = (name: string, label: string): string => new RegExp(`[{,]${label}="([^"]*)"`).exec(name)?.[1] ?? ''
const sum = (sample: Sample | undefined, metric: string, keep: (name: string) => boolean = () => true): number =>
  [...(sample ?? [])]
    .filter(([name]) => (name === metric || name.startsWith(`${metric}{`)) && keep(name))
    .reduce((total, [, value]) => total + value, 0)

/** Seconds over which a rate is taken. */
const WINDOW = 5

const world = await (async () => {
  const port = await freePort()
  return { port, ...(await openWorld({ METRICS_PORT: String(port) })) }
})()
try {
  const stock = await prepare(world)
  const eventId = await makeEvent(world, stock, PLACES)
  const people = await world.accounts(RATE * SALE)
  const samples: Sample[] = []
  let isOpen = true
  const scraping = (async () => {
    while (isOpen) {
      samples.push(await readMetrics(world.port))
      await delay(1000)
    }
  })()
  await delay(QUIET * 1000)
  const underWay: Promise<unknown>[] = []
  let next = 0
  for (let second = 0; second < SALE; second += 0.1) {
    const rate = (RATE * (1 - (2 / 3) * (second / SALE))) / 10
    for (let count = 0; count < Math.round(rate); count += 1) {
      const index = next
      next += 1
      const body = { participant_type_id: stock.typeId }
      const headers = { 'idempotency-key': `picture-${index}` }
      underWay.push(
        world.status('POST', `/user/reservations/${eventId}`, { as: people[index], body, headers }),
        // Somebody who reserves has looked at the list, and at their own reservations.
        world.call('GET', '/user/reservations', people[index] ? { as: people[index] } : {}),
      )
    }
    await delay(100)
  }
  await Promise.all(underWay)
  await delay(AFTER * 1000)
  isOpen = false
  await scraping

  const over = (at: (sample: Sample | undefined, before: Sample | undefined) => number): number[] =>
    samples.map((sample, index) => at(sample, samples[Math.max(0, index - WINDOW)]))
  const rate = (metric: string, keep?: (name: string) => boolean) =>
    over((now, before) => (sum(now, metric, keep) - sum(before, metric, keep)) / WINDOW)
  const gauge = (metric: string, keep?: (name: string) => boolean) => over((now) => sum(now, metric, keep))
  /** As histogram_quantile does: within a bucket, evenly. */
  const quantile = (metric: string, share: number, keep: (name: string) => boolean = () => true): number[] =>
    over((now, before) => {
      const bounds = new Map<number, number>()
      for (const [name, value] of now ?? [])
        if (name.startsWith(`${metric}_bucket{`) && keep(name)) {
          const bound = labelOf(name, 'le') === '+Inf' ? Number.POSITIVE_INFINITY : Number(labelOf(name, 'le'))
          bounds.set(bound, (bounds.get(bound) ?? 0) + value - (before?.get(name) ?? 0))
        }
      const sorted = [...bounds].sort(([a], [b]) => a - b)
      const wanted = (sorted.at(-1)?.[1] ?? 0) * share
      if (wanted === 0) return 0
      let [from, below] = [0, 0]
      for (const [bound, count] of sorted) {
        if (count >= wanted)
          return Number.isFinite(bound) ? from + ((bound - from) * (wanted - below)) / (count - below) : from
        ;[from, below] = [bound, count]
      }
      return from
    })
  const statuses = [
    ...new Set(
      samples.flatMap((sample) =>
        [...sample.keys()].filter((name) => name.startsWith('shiloh_http_request_seconds_count')),
      ),
    ),
  ].map((name) => labelOf(name, 'status'))
  const isOurs = (name: string) => labelOf(name, 'route') !== 'from memory'
  const ofReservations = (name: string) => labelOf(name, 'batch') === 'reservations'
  const milliseconds = (values: number[]) => values.map((value) => value * 1000)
  const requests = 'shiloh_http_request_seconds'
  const panels: Panel[] = [
    {
      title: 'Requests a second by status',
      lines: [...new Set(statuses)].sort().map((status) => ({
        name: status,
        values: rate(`${requests}_count`, (name) => labelOf(name, 'status') === status),
      })),
    },
    {
      title: 'Duration of requests, ms',
      lines: [0.5, 0.9, 0.99].map((share) => ({
        name: `p${share * 100}`,
        values: milliseconds(quantile(requests, share, isOurs)),
      })),
    },
    {
      title: 'Reservations in a batch',
      lines: [
        {
          name: 'mean',
          values: over((now, before) => {
            const [all, batches] = ['sum', 'count'].map(
              (part) =>
                sum(now, `shiloh_batch_size_${part}`, ofReservations) -
                sum(before, `shiloh_batch_size_${part}`, ofReservations),
            )
            return batches ? (all ?? 0) / batches : 0
          }),
        },
      ],
    },
    {
      title: 'Wait for a batch, p99, ms',
      lines: [
        { name: 'reservations', values: milliseconds(quantile('shiloh_batch_wait_seconds', 0.99, ofReservations)) },
      ],
    },
    {
      title: 'Refused reservations a second',
      lines: [{ name: 'all codes', values: rate('shiloh_reservations_refused_total') }],
    },
    {
      title: 'Connections to the database',
      lines: [
        { name: 'busy', values: gauge('shiloh_pool_connections', (name) => labelOf(name, 'use') === 'busy') },
        { name: 'waiting', values: gauge('shiloh_pool_waiting') },
      ],
    },
    {
      title: 'Work that is due',
      lines: [
        { name: 'jobs', values: gauge('shiloh_jobs_due') },
        { name: 'mails', values: gauge('shiloh_messages_due') },
      ],
    },
    {
      title: 'Event-loop lag, p99, ms',
      lines: [{ name: 'lag', values: milliseconds(gauge('nodejs_eventloop_lag_p99_seconds')) }],
    },
    {
      title: 'Processor time, cores',
      lines: [{ name: 'process', values: rate('process_cpu_seconds_total') }],
    },
    {
      title: 'Memory, MB',
      lines: [{ name: 'resident', values: gauge('process_resident_memory_bytes').map((value) => value / 1e6) }],
    },
  ]
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}, ${new Date().toISOString().slice(0, 10)}`
  const { rows } = await world.db.query<{ sold: number }>(
    'select count(*)::int as sold from reservations where event_id = $1',
    [eventId],
  )
  const file = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, 'results/sale.svg'))
  mkdirSync(path.dirname(file), { recursive: true })
  const title = `A sale of ${PLACES.toLocaleString('en')} places, as /metrics tells it`
  writeFileSync(file, paint(panels, { title, note: machine, marks: [{ at: QUIET, name: 'opens' }] }))
  const highest = (values: readonly number[]) => Math.max(...values).toFixed(1)
  console.log(`${machine}: ${next} attempts, ${rows[0]?.sold} reservations, ${samples.length} samples; ${file}`)
  for (const { title: name, lines } of panels)
    console.log(`${name}: ${lines.map((line) => `${line.name} at most ${highest(line.values)}`).join(', ')}`)
} finally {
  await world.close()
}
