import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import type { Account } from './accounts.ts'
import { type Figure, median, run } from './measure.ts'
import type { World } from './world.ts'

const made = z.object({ data: z.object({ _id: z.string() }) })
const idOf = (body: unknown): string => made.parse(body).data._id

/** Where events are made. */
export type Shop = Pick<World, 'accounts' | 'call'>

/** The parts that the events of a run use. */
export interface Stock {
  readonly admin: Account
  readonly typeId: string
}

export const prepare = async (world: Shop): Promise<Stock> => {
  const [admin] = await world.accounts(1, 'admin')
  if (!admin) throw new Error('no administrator')
  const type = await world.call('POST', '/admin/participant-types', { as: admin, body: { name: 'Delegate' } })
  return { admin, typeId: idOf(type.body) }
}

let number = 0
/** Creates a published event through the API, as an administrator does. */
export const makeEvent = async (
  world: Shop,
  { admin, typeId }: Stock,
  capacity: number | null,
  price = 35_000,
): Promise<string> => {
  number += 1
  const starts = new Date(Date.now() + 60 * 86_400_000)
  const event = await world.call('POST', '/admin/events', {
    as: admin,
    body: {
      name: `Bench convention ${number}`,
      summary: 'Measured',
      description: 'An event that is measured.',
      starts_at: starts.toISOString(),
      ends_at: new Date(starts.getTime() + 4 * 86_400_000).toISOString(),
      online_url: 'https://stream.example/live',
      currency: 'GHS',
      capacity,
      hold_minutes: 60,
      participant_types: [{ participant_type_id: typeId, price }],
    },
  })
  if (event.status !== 201) throw new Error(`event: ${event.status} ${JSON.stringify(event.body)}`)
  const id = idOf(event.body)
  const published = await world.call('PUT', `/admin/events/${id}/publish`, { as: admin, body: {} })
  if (published.status !== 200) throw new Error(`publish: ${published.status} ${JSON.stringify(published.body)}`)
  return id
}

/** Returns true if the reservation was made, and false if it was sold out. */
export const reserve = async (
  world: World,
  as: Account | undefined,
  eventId: string,
  typeId: string,
  key: string,
  process = 0,
): Promise<boolean> => {
  const status = await world.status('POST', `/user/reservations/${eventId}`, {
    as,
    body: { participant_type_id: typeId },
    headers: { 'idempotency-key': key },
    process,
  })
  if (status !== 201 && status !== 409) throw new Error(`reserve: ${status}`)
  return status === 201
}

/** Milliseconds of processor time per call, by process. */
interface Cost {
  readonly api: number
  readonly postgres: number
  readonly clients: number
}

const costEach = (
  before: ReturnType<World['processorTime']>,
  after: ReturnType<World['processorTime']>,
  count: number,
): Cost | undefined => {
  if (!before || !after) return undefined
  const each = (part: keyof Cost) => ((after[part] - before[part]) * 1000) / count
  return { api: each('api'), postgres: each('postgres'), clients: each('clients') }
}

const costSaid = (cost: Cost | undefined): string =>
  cost
    ? `; processor time each: API ${cost.api.toFixed(2)}, PostgreSQL ${cost.postgres.toFixed(2)}, clients ${cost.clients.toFixed(2)} ms`
    : ''

const middleOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const rangeOf = (values: readonly number[], digits: number): string =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

const CLIENTS = 64

const preparePlain = (world: World): Promise<unknown> =>
  world.db.query(`create table bench_counter (id int primary key, claimed int not null);
    insert into bench_counter values (1, 0);
    create table bench_row (id bigserial primary key, who int not null)`)

const PLAIN = 1000

/**
 * Measures plain transactions of PostgreSQL, one per booking: lock the counter, insert, count, commit. No rules and no
 * HTTP, with the same number of clients. Each round of bookings is compared with one of these beside it, because a
 * shared machine is not the same a minute later.
 */
const plainTransactions = async (
  world: World,
): Promise<{ readonly perSecond: number; readonly cost?: Cost | undefined }> => {
  const before = world.processorTime()
  const { perSecond } = await run(CLIENTS, PLAIN, async (index) => {
    const client = await world.db.connect()
    try {
      await client.query('begin')
      await client.query('select claimed from bench_counter where id = 1 for update')
      await client.query('insert into bench_row (who) values ($1)', [index])
      await client.query('update bench_counter set claimed = claimed + 1 where id = 1')
      await client.query('commit')
      return true
    } finally {
      client.release()
    }
  })
  return { perSecond, cost: costEach(before, world.processorTime(), PLAIN) }
}

/** Measures the same work on one connection, in one statement per 64 bookings: the upper bound of batching. */
const bareBatches = async (world: World): Promise<number> => {
  const client = await world.db.connect()
  const people = Array.from({ length: CLIENTS }, (_, index) => index)
  const rounds = 200
  const start = performance.now()
  for (let round = 0; round < rounds; round += 1)
    await client.query(
      'with taken as (update bench_counter set claimed = claimed + $2 where id = 1) insert into bench_row (who) select unnest($1::int[])',
      [people, people.length],
    )
  const seconds = (performance.now() - start) / 1000
  client.release()
  return (rounds * CLIENTS) / seconds
}

const count = async (world: World, text: string, values: unknown[]): Promise<number> =>
  Number((await world.db.query<{ n: string }>(text, values)).rows[0]?.n ?? 0)

/**
 * Events sold before the measurement: a server that has been up for a while has compiled its hot code. The figure of a
 * fresh process is printed beside it.
 */
const WARM_UP = 5

const PLACES = 2000
const ATTEMPTS = 2400

/** 64 clients compete for the places of one new event. @throws Error if another number of places is sold */
const sellOut = async (world: World, stock: Stock, people: readonly Account[], name: string, processes = 1) => {
  const eventId = await makeEvent(world, stock, PLACES)
  const before = world.processorTime()
  const measured = await run(CLIENTS, ATTEMPTS, (index) =>
    reserve(world, people[index], eventId, stock.typeId, `${name}-${index}`, index % processes),
  )
  const cost = costEach(before, world.processorTime(), ATTEMPTS)
  const sold = await count(world, `select count(*) as n from reservations where event_id = $1 and status = 'pending'`, [
    eventId,
  ])
  if (sold !== PLACES || measured.count !== PLACES)
    throw new Error(`sold ${sold} and answered ${measured.count} of ${PLACES}`)
  return { ...measured, cost }
}

/** The part of a booking's processor time that is the product's: not the clients'. */
const ownOf = ({ cost }: { readonly cost?: Cost | undefined }): number => (cost ? cost.api + cost.postgres : 0)

/** Seven events after a warm-up, each beside plain transactions. */
const hotEvent = async (world: World, stock: Stock, people: readonly Account[], batched: number): Promise<Figure[]> => {
  const runs = []
  let cold = 0
  for (let round = 0; round < WARM_UP + 7; round += 1) {
    const plain = await plainTransactions(world)
    const measured = await sellOut(world, stock, people, `hot-${round}`)
    if (round === 0) cold = measured.perSecond
    if (round >= WARM_UP) runs.push({ ...measured, plain, ratio: measured.perSecond / plain.perSecond })
  }
  const middle = median(runs)
  const ratios = runs.map(({ ratio }) => ratio)
  const ratio = middleOf(ratios)
  const plainRates = runs.map(({ plain }) => plain.perSecond)
  return [
    {
      name: 'one hot event: reservations beside plain SQL transactions',
      value: ratio,
      unit: '×',
      goal: '≥ 6 ×',
      met: ratio >= 6,
      note: `${runs.length} rounds, each beside its own: ${rangeOf(ratios, 2)}; plain: ${rangeOf(plainRates, 0)} /s`,
    },
    ...(middle.cost
      ? [
          {
            name: 'one hot event: processor time of an attempt, API and PostgreSQL',
            value: middleOf(runs.map(ownOf)),
            unit: 'ms',
            goal: '',
            met: null,
            services: { api: middle.cost.api, database: middle.cost.postgres, oneEvent: middle.perSecond },
            note: `${rangeOf(runs.map(ownOf), 2)}${costSaid(middle.cost)}; a plain transaction: PostgreSQL ${middleOf(runs.map(({ plain }) => plain.cost?.postgres ?? 0)).toFixed(2)} ms`,
          },
        ]
      : []),
    {
      name: 'reservations, one hot event',
      value: middle.perSecond,
      unit: '/s',
      goal: '',
      met: null,
      ceiling: { what: 'bare SQL batch', value: batched },
      note: `p50 ${middle.p50.toFixed(1)} ms; sold exactly 2,000 in each of ${runs.length + WARM_UP} runs; the first one, cold: ${cold.toFixed(0)} /s; ${rangeOf(
        runs.map(({ perSecond }) => perSecond),
        0,
      )} /s`,
    },
    {
      name: 'reservations, one hot event, p99',
      value: middle.p99,
      unit: 'ms',
      goal: '< 100 ms',
      met: middle.p99 < 100,
    },
  ]
}

/** The same event over two processes of the API, in turn with one. */
const twoProcesses = async (world: World, stock: Stock, people: readonly Account[]): Promise<Figure[]> => {
  await world.addProcess()
  const pairs = []
  for (let round = 0; round < WARM_UP + 5; round += 1) {
    const one = await sellOut(world, stock, people, `one-${round}`)
    const two = await sellOut(world, stock, people, `two-${round}`, 2)
    if (round >= WARM_UP) pairs.push({ one, two, ratio: two.perSecond / one.perSecond })
  }
  const ratios = pairs.map(({ ratio }) => ratio)
  const middle = median(pairs.map(({ two }) => two))
  return [
    {
      name: 'one hot event: two processes of the API beside one',
      value: middleOf(ratios),
      unit: '×',
      goal: '≥ 1 ×',
      met: middleOf(ratios) >= 1,
      note: `${pairs.length} pairs: ${rangeOf(ratios, 2)}; two: ${middle.perSecond.toFixed(0)} /s, p99 ${middle.p99.toFixed(1)} ms${costSaid(middle.cost)}; one: ${costSaid(median(pairs.map(({ one }) => one)).cost).slice(2)}`,
    },
  ]
}

/** The same load, spread over 50 events. */
const fiftyEvents = async (world: World, stock: Stock, batched: number): Promise<Figure[]> => {
  const events: string[] = []
  for (let index = 0; index < 50; index += 1) events.push(await makeEvent(world, stock, 500))
  const people = await world.accounts(600)
  const runs = []
  for (let round = 0; round < 4; round += 1) {
    const plain = await plainTransactions(world)
    const before = world.processorTime()
    const measured = await run(CLIENTS, ATTEMPTS, (index) => {
      const eventId = events[(index + round * 7) % 50] ?? ''
      const person = people[(round * 150 + Math.floor(index / 50) * 3 + (index % 3)) % people.length]
      return reserve(world, person, eventId, stock.typeId, `fifty-${round}-${index}`)
    })
    const cost = costEach(before, world.processorTime(), ATTEMPTS)
    if (round > 0) runs.push({ ...measured, cost, ratio: measured.perSecond / plain.perSecond })
  }
  const middle = median(runs)
  const ratios = runs.map(({ ratio }) => ratio)
  return [
    {
      name: '50 events: reservations beside plain SQL transactions',
      value: middleOf(ratios),
      unit: '×',
      goal: '≥ 5 ×',
      met: middleOf(ratios) >= 5,
      note: `${runs.length} rounds, each beside its own: ${rangeOf(ratios, 2)}`,
    },
    {
      name: 'reservations, 50 events',
      value: middle.perSecond,
      unit: '/s',
      goal: '',
      met: null,
      ceiling: { what: 'bare SQL batch', value: batched },
      services: middle.cost && { manyApi: middle.cost.api, manyDatabase: middle.cost.postgres },
      note: `${middle.count} made, p99 ${middle.p99.toFixed(1)} ms${costSaid(middle.cost)}`,
    },
  ]
}

/** Compares the public list with a bare node:http server that returns the same bytes. */
const publicList = async (world: World): Promise<Figure[]> => {
  const answer = await fetch(`${world.baseUrl}/api/v1/events`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const bare = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
    response.end(bytes)
  })
  const { Worker } = await import('node:worker_threads')
  bare.close()
  // The bare server runs in its own thread, as the API runs in its own process.
  const worker = new Worker(
    `const { createServer } = require('node:http'); const { parentPort, workerData } = require('node:worker_threads');
     const bytes = Buffer.from(workerData); const s = createServer((_, r) => { r.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }); r.end(bytes) });
     s.listen(0, '127.0.0.1', () => parentPort.postMessage(s.address().port))`,
    { eval: true, workerData: bytes },
  )
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  const { Pool } = await import('undici')
  const measure = async (base: string, path: string) => {
    const pool = new Pool(base, { connections: 32, pipelining: 1 })
    const runs = []
    for (let round = 0; round < 4; round += 1) {
      const measured = await run(32, 6000, async () => {
        const response = await pool.request({ method: 'GET', path })
        await response.body.dump()
        return response.statusCode === 200
      })
      if (round > 0) runs.push(measured)
    }
    await pool.close()
    return median(runs)
  }
  const ours = await measure(world.baseUrl, '/api/v1/events')
  const theirs = await measure(`http://127.0.0.1:${port}`, '/')
  await worker.terminate()
  return [
    {
      name: 'GET /events',
      value: ours.perSecond,
      unit: '/s',
      goal: '≥ 0.5 × bare node:http',
      met: ours.perSecond >= 0.5 * theirs.perSecond,
      ceiling: { what: 'bare node:http, same bytes', value: theirs.perSecond },
      // One process, which has a core of its own.
      services: { page: 1000 / ours.perSecond },
      note: `${bytes.length} bytes, p99 ${ours.p99.toFixed(1)} ms`,
    },
  ]
}

/** Drops the mails that wait, and lets those end that are being written: tickets are mailed before the gate opens. */
export const dropMails = async (world: World): Promise<void> => {
  for (let round = 0; round < 240; round += 1) {
    await world.db.query('delete from message_batches')
    await world.db.query('delete from messages where leased_by is null')
    if ((await count(world, 'select count(*) as n from graphile_worker.jobs where locked_at is not null', [])) === 0)
      return
    await setTimeout(500)
  }
  throw new Error('mails were still being written after two minutes')
}

/** Measures scans at the gate, each of another person who enters. */
const checkIn = async (world: World, stock: Stock): Promise<Figure[]> => {
  const people = 5000
  // The first scans warm the process up and are not counted.
  const warmUp = 1000
  const eventId = await makeEvent(world, stock, null, 0)
  const [gate] = await world.accounts(1, 'checkin_user')
  if (!gate) throw new Error('no check-in user')
  await world.db.query('insert into check_in_user_events values ($1, $2)', [gate.id, eventId])
  const guests = await world.accounts(people)
  await run(CLIENTS, people, (index) => reserve(world, guests[index], eventId, stock.typeId, `gate-${index}`))
  await dropMails(world)
  const { rows } = await world.db.query<{ qr_id: string }>(
    'select qr_id from reservation_participants where event_id = $1',
    [eventId],
  )
  const codes = rows.map(({ qr_id }) => encodeURIComponent(world.codeOf(qr_id)))
  const scan = async (index: number) => {
    const status = await world.status('PUT', `/check-in-users/reservations/${codes[index] ?? ''}/scanned-check-in`, {
      as: gate,
      body: { scan_id: `bench-${index}-scan`, device_id: `gate-${index % 8}`, scanned_at: new Date().toISOString() },
    })
    if (status !== 200) throw new Error(`scan: ${status}`)
    return true
  }
  await run(CLIENTS, warmUp, scan)
  const before = world.processorTime()
  const measured = await run(CLIENTS, codes.length - warmUp, (index) => scan(warmUp + index))
  const cost = costEach(before, world.processorTime(), measured.count)
  const inside = await count(
    world,
    'select count(*) as n from reservation_participants where event_id = $1 and checked_in_at is not null',
    [eventId],
  )
  if (inside !== people) throw new Error(`${inside} of ${people} are in`)
  return [
    {
      name: 'scanned check-in',
      value: measured.perSecond,
      unit: '/s',
      goal: '≥ 2,000 /s',
      met: measured.perSecond >= 2000,
      note: `signed codes, 8 devices, p50 ${measured.p50.toFixed(1)} ms${costSaid(cost)}`,
    },
    { name: 'scanned check-in, p99', value: measured.p99, unit: 'ms', goal: '< 100 ms', met: measured.p99 < 100 },
  ]
}

/**
 * Fills the write-ahead log. A server that has been up for a while reuses log files; a fresh one creates each while
 * clients wait. Writes as much as PostgreSQL keeps of them, and runs a checkpoint.
 */
const fillLog = async (world: World): Promise<void> => {
  const client = new pg.Client(world.adminUrl)
  await client.connect()
  for (let round = 0; round < 2; round += 1) {
    await client.query(`create table bench_log as select repeat('x', 1000) as text from generate_series(1, 230_000)`)
    await client.query('drop table bench_log')
    await client.query('checkpoint')
  }
  await client.end()
}

/** Measures bookings, the gate and the public list. */
export const load = async (world: World): Promise<Figure[]> => {
  const stock = await prepare(world)
  await fillLog(world)
  await preparePlain(world)
  const people = await world.accounts(ATTEMPTS)
  const batched = await bareBatches(world)
  return [
    ...(await hotEvent(world, stock, people, batched)),
    ...(await fiftyEvents(world, stock, batched)),
    ...(await publicList(world)),
    ...(await checkIn(world, stock)),
    ...(await twoProcesses(world, stock, people)),
  ]
}
