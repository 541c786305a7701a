import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { fewest, needs, type Opening, simulate, toRent } from './opening.ts'

// `node bench/growth.ts`: which machines an opening needs, by a simulation (opening.ts). The service times are those that
// `npm run bench` measured on this machine, and otherwise those of services.json. docs/growth.md has the table that this prints.

const services = z.object({
  api: z.number(),
  database: z.number(),
  manyApi: z.number(),
  manyDatabase: z.number(),
  oneEvent: z.number(),
  page: z.number(),
  signIn: z.number(),
})
const recorded = z.object({ machine: z.string(), from: z.string(), services })
const results = z.object({
  machine: z.string(),
  at: z.string(),
  figures: z.array(z.object({ services: services.partial().optional() })),
})

const read = (...names: readonly string[]): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, ...names), 'utf8'))

const known = recorded.parse(read('services.json'))
const own = existsSync(path.join(import.meta.dirname, 'results/latest.json'))
  ? results.parse(read('results/latest.json'))
  : undefined
const measured = Object.assign({}, ...(own?.figures ?? []).map((figure) => figure.services ?? {}))
const used = services.parse({ ...known.services, ...measured })
const isOwn = Object.keys(measured).length > 0

const number = (value: number): string => Math.round(value).toLocaleString('en')
const bytes = (value: number): string =>
  value >= 1e9 ? `${(value / 1e9).toPrecision(2)} GB` : `${number(value / 1e6)} MB`
const bits = (value: number): string =>
  value >= 1e9 ? `${(value / 1e9).toPrecision(2)} Gbit/s` : `${number(value / 1e6)} Mbit/s`
const minutes = (seconds: number): string =>
  seconds < 120
    ? `${number(seconds)} s`
    : seconds < 7200
      ? `${number(seconds / 60)} min`
      : `${number(seconds / 3600)} h`

const MOST = { api: 64, database: 64 }

const HEAD = [
  'people',
  'events',
  'cores: product + PostgreSQL',
  'memory',
  'free disk',
  'written at the peak',
  'network at the peak, with a cache',
  'answered',
  'with a failover',
  '503 a person',
  'last mail after',
  'to rent',
]

const row = (people: number, events: number): string[] => {
  const opening: Opening = { people, events, cached: true }
  const found = fewest(opening, used)
  if (!found) {
    const { answered } = simulate(opening, MOST, used)
    return [
      number(people),
      number(events),
      `none: ${number(answered)} s with ${MOST.api} + ${MOST.database}`,
      ...HEAD.slice(3).map(() => ''),
    ]
  }
  const { machines, outcome } = found
  const { memory, disk, written, bitsASecond, mails } = needs(opening, machines, outcome)
  const bare = needs(opening, machines, simulate({ ...opening, cached: false }, machines, used))
  return [
    number(people),
    number(events),
    `${machines.api} + ${machines.database}`,
    `${memory} GB`,
    bytes(disk),
    `${bytes(written)}/s`,
    `${bits(bare.bitsASecond)}, ${bits(bitsASecond)}`,
    `${number(outcome.answered)} s`,
    `${number(simulate({ ...opening, failover: true }, machines, used).answered)} s`,
    outcome.refused.toFixed(1),
    minutes(mails),
    toRent(machines)
      .map(({ count, cores, memory: gigabytes }) => `${count} × ${cores} cores, ${gigabytes} GB`)
      .join('; '),
  ]
}

console.log(
  isOwn
    ? `Service times measured on ${own?.machine}, ${own?.at.slice(0, 10)}; others from services.json.`
    : `Service times recorded on ${known.machine} (${known.from}).`,
)
console.log(
  Object.entries(used)
    .map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`)
    .join(', '),
)
const rows = [10_000, 100_000, 1_000_000].flatMap((people) => [1, 10, 100, 1000].map((events) => row(people, events)))
console.log(`\n${[HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`)
