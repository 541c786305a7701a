import { createDecipheriv, createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { findText, gateBundle, keyText, LAYOUT, SEALED } from '@shiloh/contract/checkin/bundle'
import { hashNumber, readPeople } from '@shiloh/contract/checkin/bundle-people'
import { type BundleRecord, readRecord } from '@shiloh/contract/checkin/bundle-record'
import { readScannedCode } from '@shiloh/contract/checkin/checkin'
import { gateDeviceRoutes, MAX_SYNC, type QueuedScan } from '@shiloh/contract/checkin/devices'
import {
  type AcceptedScan,
  type Direction,
  decideScan,
  foldScans,
  type PointFacts,
} from '@shiloh/contract/checkin/scans'
import type pg from 'pg'
import { z } from 'zod'
import type { Account } from './accounts.ts'
import { dropMails, makeEvent, prepare, reserve } from './cases.ts'
import { type Figure, run, summarize } from './measure.ts'
import { openWorld, type World } from './world.ts'

// An hour at the gate in a minute: forty phones that lose the network, lose answers, have wrong clocks and die with
// scans on them. The books afterwards are compared with what the phones did.

const PEOPLE = 4000
const DEVICES = 40
const CLIENTS = 64
const HOUR = 3600
/** Seconds of the shift in one second of the run. */
const PACE = 60
const TICK_MS = 40
/** Seconds between two deltas of a device that has the network. */
const DELTA_EVERY = 30
const SKEW_MS = 180_000
/** The share of people who come to two gates that do not hear of each other. */
const TWICE = 0.02
/** The share of answers that get lost on the way back. The device sends the same scans again. */
const LOST_ANSWERS = 0.1

/** Numbers from 0 to 1, the same in each run (mulberry32). */
const openChance = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
type Chance = () => number

/** A stretch of the shift, in seconds. */
interface Stretch {
  readonly from: number
  readonly to: number
}
const holds = (stretches: readonly Stretch[], at: number) => stretches.some(({ from, to }) => at >= from && at < to)

/** Returns stretches of one to eight minutes that cover about half of the hour. */
const offlineHalf = (chance: Chance): Stretch[] => {
  const stretches: Stretch[] = []
  const length = () => 60 + chance() * 420
  for (let at = chance() * 300; at < HOUR; at += length()) {
    const to = at + length()
    stretches.push({ from: at, to })
    at = to
  }
  return stretches
}

interface Guest {
  readonly code: string
  readonly qrId: string
  readonly signature: string
}

interface Visit {
  /** Seconds of the shift. */
  readonly at: number
  readonly guest: Guest
  readonly device: number
  readonly direction: Direction
}

interface KeptRecord {
  readonly group: number
  readonly sealed: Uint8Array
  readonly nonce: Uint8Array
  readonly words: readonly string[]
}

interface Device {
  readonly id: string
  readonly as: Account
  readonly offline: readonly Stretch[]
  readonly dead: readonly Stretch[]
  /** Milliseconds by which its clock is ahead. */
  readonly skew: number
  /** Milliseconds to add to its clock, as it measured them at its last contact. */
  offset: number | undefined
  readonly records: Map<number, KeptRecord>
  cursor: string | undefined
  readonly own: Map<string, AcceptedScan[]>
  queue: QueuedScan[]
  made: number
  isSending: boolean
  isReading: boolean
  readAt: number
}

const hash = (text: string) => createHash('sha256').update(text).digest()
const findOf = (qrId: string) => hashNumber(hash(findText(qrId)))

/** Opens the record of a scanned code, as a phone does. */
const openRecord = ({ records }: Device, { qrId, signature }: Guest): BundleRecord | null => {
  const { sealed, nonce, words } = records.get(findOf(qrId)) ?? {}
  if (!sealed || !nonce || !words) return null
  const key = hash(keyText(signature)).subarray(0, 16)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: SEALED.tag })
  cipher.setAuthTag(sealed.subarray(-SEALED.tag))
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -SEALED.tag)), cipher.final()])
  return readRecord(new Uint8Array(plain), (place) => words[place])
}

const bundleAnswer = z.object({ data: gateBundle })
const syncAnswer = z.object({ data: gateDeviceRoutes.syncScans.response })
const deviceAnswer = z.object({ data: gateDeviceRoutes.registerDevice.response })
const boardAnswer = z.object({ data: z.object({ counters: z.object({ in: z.int(), inside: z.int() }) }) })

const readDelta = async (world: World, device: Device, eventId: string): Promise<void> => {
  const since = device.cursor === undefined ? '' : `&since=${encodeURIComponent(device.cursor)}`
  const answer = await world.call(
    'GET',
    `/check-in-users/bundle?event_id=${eventId}&device_id=${device.id}&layout=${LAYOUT}${since}`,
    {
      as: device.as,
    },
  )
  const { data } = bundleAnswer.parse(answer.body)
  if (data.full) device.records.clear()
  const groups = readPeople(new Uint8Array(Buffer.from(data.people, 'base64url')))
  const changed = new Set(groups.map(({ group }) => group))
  for (const [find, { group }] of device.records) if (changed.has(group)) device.records.delete(find)
  const nonce = Buffer.from(data.nonce, 'base64url')
  for (const { group, records } of groups)
    for (const { find, sealed } of records) device.records.set(find, { group, sealed, nonce, words: data.words })
  device.cursor = data.cursor
}

const GATE: Omit<PointFacts, 'eventId'> = {
  kind: 'gate',
  rule: 'in_out',
  catererId: null,
  startsAt: null,
  endsAt: null,
  zone: 'Africa/Accra',
}

/** Decides about somebody by what the device knows, and puts the scan into its queue. Returns the scan's id. */
const scan = (device: Device, eventId: string, { guest, direction }: Visit, trueTime: Date): string => {
  const record = openRecord(device, guest)
  const point: PointFacts = { ...GATE, eventId }
  const own = device.own.get(guest.qrId) ?? []
  const passed = (record?.passed ?? []).map((one, index) => ({ ...one, scanId: `passed-${index}` }))
  const said = decideScan(
    record && { ...record, eventId },
    { point, direction, at: trueTime, forged: false },
    foldScans([...passed, ...own], point).state,
  )
  device.made += 1
  const scanId = `scan-${device.made}-${device.id.slice(-6)}`
  if (said === 'ok') {
    own.push({ deviceId: device.id, scanId, direction, at: trueTime })
    device.own.set(guest.qrId, own)
  }
  device.queue.push({
    scan_id: scanId,
    direction,
    scanned_at: new Date(trueTime.getTime() + device.skew).toISOString(),
    ...(device.offset === undefined ? {} : { clock_offset: device.offset }),
    said,
    code: guest.code,
  })
  return scanId
}

const shuffled = <T>(items: readonly T[], chance: Chance): T[] =>
  items
    .map((item) => ({ item, by: chance() }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item)

/** Sends what waits, in any order. Returns the milliseconds that the request took. */
const sync = async (world: World, device: Device, chance: Chance): Promise<number> => {
  const scans = shuffled(device.queue, chance).slice(0, MAX_SYNC)
  const from = performance.now()
  const answer = await world.call('POST', '/check-in-users/reservations/sync', {
    as: device.as,
    body: {
      device_id: device.id,
      sent_at: new Date(Date.now() + device.skew).toISOString(),
      queue_length: device.queue.length,
      scans,
    },
  })
  const took = performance.now() - from
  if (chance() < LOST_ANSWERS) return took
  const { data } = syncAnswer.parse(answer.body)
  device.offset = Math.round(Date.parse(data.now) - (Date.now() + device.skew))
  const stored = new Set(data.scans.flatMap(({ scan_id, stored: isStored }) => (isStored ? [scan_id] : [])))
  device.queue = device.queue.filter(({ scan_id }) => !stored.has(scan_id))
  return took
}

/** Everybody comes in once, some go out, some of them come back, and some come to two gates that are offline. */
const planVisits = (guests: readonly Guest[], devices: readonly Device[], chance: Chance): Visit[] => {
  const alive = (at: number): number => {
    for (;;) {
      const device = Math.floor(chance() * devices.length)
      if (!holds(devices[device]?.dead ?? [], at)) return device
    }
  }
  const visits: Visit[] = []
  for (const [index, guest] of guests.entries()) {
    if (index < guests.length * TWICE) {
      // Two devices without the network, at a time that is well within both stretches.
      for (;;) {
        const at = 60 + chance() * (HOUR - 200)
        const away = devices.flatMap(({ offline, dead }, device) =>
          !holds(dead, at) && !holds(dead, at + 40) && offline.some(({ from, to }) => from < at && to > at + 60)
            ? [device]
            : [],
        )
        const [first, second] = shuffled(away, chance)
        if (first === undefined || second === undefined) continue
        visits.push({ at, guest, device: first, direction: 'in' })
        visits.push({ at: at + 5 + chance() * 30, guest, device: second, direction: 'in' })
        break
      }
      continue
    }
    let at = chance() * (HOUR - 1)
    visits.push({ at, guest, device: alive(at), direction: 'in' })
    for (const direction of ['out', 'in', 'out'] as const) {
      at += 120 + chance() * 900
      if (at >= HOUR || chance() > 0.3) break
      visits.push({ at, guest, device: alive(at), direction })
    }
  }
  return visits.sort((a, b) => a.at - b.at)
}

interface Stored {
  readonly device_id: string
  readonly scan_id: string
  readonly direction: Direction
  readonly scanned_at: Date
  readonly accepted: boolean
  readonly participant_id: string
  readonly is_double: boolean
}

/** Counts by hand who is inside, and which entries follow another device's entry: not with the rules of the product. */
const recount = (stored: readonly Stored[]) => {
  const doubles = new Set<string>()
  let inside = 0
  let entered = 0
  for (const scans of Map.groupBy(stored, ({ participant_id }) => participant_id).values()) {
    let by: string | null = null
    let came = false
    const ordered = scans
      .filter(({ accepted }) => accepted)
      .sort((a, b) => a.scanned_at.getTime() - b.scanned_at.getTime() || (a.device_id < b.device_id ? -1 : 1))
    for (const { direction, device_id, scan_id } of ordered)
      if (direction === 'out') by = null
      else if (by === null) {
        by = device_id
        came = true
      } else if (by !== device_id) doubles.add(`${device_id} ${scan_id}`)
    if (came) entered += 1
    if (by !== null) inside += 1
  }
  return { doubles, inside, entered }
}

const openDevices = async (
  world: World,
  eventId: string,
  chance: Chance,
  isAway: boolean,
): Promise<readonly Device[]> => {
  const accounts = await world.accounts(DEVICES, 'checkin_user')
  await world.db.query('insert into check_in_user_events select unnest($1::text[]), $2', [
    accounts.map(({ id }) => id),
    eventId,
  ])
  const devices = await Promise.all(
    accounts.map(async (as, index): Promise<Device> => {
      const made = await world.call('POST', '/check-in-users/devices', { as, body: { name: `Phone ${index + 1}` } })
      const dies = isAway && index < 4 ? 600 + chance() * 1500 : null
      return {
        id: deviceAnswer.parse(made.body).data._id,
        as,
        offline: isAway ? offlineHalf(chance) : [],
        dead: dies === null ? [] : [{ from: dies, to: dies + 900 }],
        skew: Math.round((chance() * 2 - 1) * SKEW_MS),
        offset: undefined,
        records: new Map(),
        cursor: undefined,
        own: new Map(),
        queue: [],
        made: 0,
        isSending: false,
        isReading: false,
        readAt: 0,
      }
    }),
  )
  await run(4, DEVICES, async (index) => {
    const device = devices[index]
    if (device) await readDelta(world, device, eventId)
    return true
  })
  return devices
}

/** An event and everybody who comes to it. */
interface Crowd {
  readonly eventId: string
  readonly guests: readonly Guest[]
}

const makeCrowd = async (world: World, admin: Account, typeId: string): Promise<Crowd> => {
  const eventId = await makeEvent(world, { admin, typeId }, null, 0)
  const people = await world.accounts(PEOPLE)
  await run(CLIENTS, PEOPLE, (index) => reserve(world, people[index], eventId, typeId, `${eventId}-${index}`))
  await dropMails(world)
  const { rows } = await world.db.query<{ qr_id: string }>(
    'select qr_id from reservation_participants where event_id = $1 order by id',
    [eventId],
  )
  const guests = rows.map(({ qr_id }) => {
    const code = world.codeOf(qr_id)
    const read = readScannedCode(code)
    if (read.kind !== 'qr' || read.signature === null) throw new Error(`${code} is not a ticket`)
    return { code, qrId: read.qrId, signature: read.signature }
  })
  return { eventId, guests }
}

const storedScans = async (db: pg.Pool, eventId: string): Promise<Stored[]> => {
  const { rows } = await db.query<Stored>(
    `select device_id, scan_id, direction, scanned_at, accepted, participant_id, double_of is not null as is_double
     from scans where event_id = $1`,
    [eventId],
  )
  return rows
}

const must = (holdsTrue: boolean, what: string): void => {
  if (!holdsTrue) throw new Error(`the gate's books are wrong: ${what}`)
}

/** The hour of a shift. @throws if the books differ from what the devices did */
const shift = async (world: World, admin: Account, { eventId, guests }: Crowd): Promise<Figure[]> => {
  const chance = openChance(20_261_123)
  const devices = await openDevices(world, eventId, chance, true)
  const visits = planVisits(guests, devices, chance)
  const started = Date.now()
  const opened = started - HOUR * 1000
  const truth = new Map<string, Date>()
  const times: number[] = []
  const failures: unknown[] = []
  let lastSync = 0
  let next = 0

  const contact = (device: Device, at: number): void => {
    if (holds(device.offline, at) || holds(device.dead, at)) return
    if (!device.isSending && device.queue.length > 0) {
      device.isSending = true
      sync(world, device, chance)
        .then((took) => times.push(took))
        .catch((error: unknown) => failures.push(error))
        .finally(() => {
          device.isSending = false
          lastSync = performance.now()
        })
    }
    if (!device.isReading && at - device.readAt >= DELTA_EVERY) {
      device.isReading = true
      device.readAt = at
      readDelta(world, device, eventId)
        .catch((error: unknown) => failures.push(error))
        .finally(() => {
          device.isReading = false
        })
    }
  }

  for (;;) {
    const at = ((Date.now() - started) / 1000) * PACE
    for (; next < visits.length; next += 1) {
      const visit = visits[next]
      const device = visit && devices[visit.device]
      if (!visit || !device || visit.at > at) break
      const trueTime = new Date(opened + Math.round(visit.at * 1000))
      truth.set(`${device.id} ${scan(device, eventId, visit, trueTime)}`, trueTime)
    }
    const isOver = at >= HOUR && next === visits.length
    // After the shift everybody has the network.
    for (const device of devices) contact(device, isOver ? HOUR * 2 : at)
    if (failures.length > 0) break
    if (isOver && devices.every(({ queue, isSending }) => queue.length === 0 && !isSending)) break
    await setTimeout(TICK_MS)
  }
  must(failures.length === 0, `${failures.length} requests failed, the first with ${String(failures[0])}`)

  const stored = await storedScans(world.db, eventId)
  const { doubles, inside, entered } = recount(stored)
  let settled = Number.NaN
  while (Number.isNaN(settled) && performance.now() - lastSync < 10_000) {
    const board = await world.call('GET', `/admin/check-in/${eventId}/board`, { as: admin })
    const { counters } = boardAnswer.parse(board.body).data
    if (counters.in === entered && counters.inside === inside) settled = performance.now() - lastSync
    else await setTimeout(50)
  }
  must(!Number.isNaN(settled), `the board does not say ${entered} in and ${inside} inside`)
  must(stored.length === truth.size, `${truth.size} scans were made and ${stored.length} are stored`)
  for (const { device_id, scan_id, scanned_at } of stored) {
    const at = truth.get(`${device_id} ${scan_id}`)
    must(at !== undefined, `nobody made the scan ${scan_id}`)
    must(Math.abs((at?.getTime() ?? 0) - scanned_at.getTime()) < 2000, `${scan_id} has another time`)
  }
  const flagged = stored.filter(({ is_double }) => is_double)
  const isFalse = flagged.filter(({ device_id, scan_id }) => !doubles.has(`${device_id} ${scan_id}`))
  must(flagged.length === doubles.size && isFalse.length === 0, `${flagged.length} of ${doubles.size} double entries`)
  must(doubles.size >= PEOPLE * TWICE, `only ${doubles.size} double entries`)
  const twice = new Set(flagged.map(({ participant_id }) => participant_id)).size
  const { rows } = await world.db.query<{ alerts: number }>(
    `select count(*)::int as alerts from alerts where kind = 'double_entry' and resolved_at is null`,
  )
  must(rows[0]?.alerts === twice, `${rows[0]?.alerts} alerts about ${twice} people`)
  const { p99 } = summarize(times, HOUR / PACE)
  return [
    {
      name: 'an hour at the gate: scans lost',
      value: truth.size - stored.length,
      unit: '',
      goal: '0',
      met: truth.size === stored.length,
      note: `${DEVICES} devices offline half of the time, ${stored.length} scans, each with its true time; ${entered} came in, ${inside} are inside, as the board says`,
    },
    {
      name: 'an hour at the gate: double entries not reported, or reported falsely',
      value: doubles.size - flagged.length + isFalse.length,
      unit: '',
      goal: '0',
      met: flagged.length === doubles.size,
      note: `${doubles.size} double entries of ${twice} people, as many alerts`,
    },
    {
      name: 'board right after the last sync',
      value: settled,
      unit: 'ms',
      goal: '< 2,000 ms',
      met: settled < 2000,
      note: `${times.length} requests, p99 ${p99.toFixed(0)} ms, while deltas were read`,
    },
  ]
}

/** The network returns to forty phones in one moment, each with a hundred scans. */
const networkReturns = async (world: World, { eventId, guests }: Crowd): Promise<Figure[]> => {
  const chance = openChance(7)
  const devices = await openDevices(world, eventId, chance, false)
  const times: number[] = []
  let seconds = 0
  for (const direction of ['in', 'out', 'in', 'out'] as const) {
    for (const [index, guest] of guests.entries()) {
      const device = devices[index % DEVICES]
      if (device) scan(device, eventId, { at: 0, guest, device: index % DEVICES, direction }, new Date())
    }
    const from = performance.now()
    await Promise.all(
      devices.map(async (device) => {
        while (device.queue.length > 0) times.push(await sync(world, device, chance))
      }),
    )
    seconds += (performance.now() - from) / 1000
  }
  const stored = await storedScans(world.db, eventId)
  must(stored.length === PEOPLE * 4, `${PEOPLE * 4} scans were made and ${stored.length} are stored`)
  const { p50, p99 } = summarize(times, seconds)
  return [
    {
      name: 'sync, 40 phones with 100 scans each',
      value: stored.length / seconds,
      unit: 'scans/s',
      goal: '',
      met: null,
      note: `${times.length} requests, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, a tenth sent again`,
    },
  ]
}

/** Simulates a shift at the gate. */
export const gate = async (): Promise<Figure[]> => {
  const world = await openWorld()
  try {
    const { admin, typeId } = await prepare(world)
    // All bookings come before the shift: the server closes connections that a minute of scanning leaves idle.
    const crowds = [await makeCrowd(world, admin, typeId), await makeCrowd(world, admin, typeId)] as const
    return [...(await shift(world, admin, crowds[0])), ...(await networkReturns(world, crowds[1]))]
  } finally {
    await world.close()
  }
}
