import 'fake-indexeddb/auto'
import { deflateRawSync } from 'node:zlib'
import { keyText, SEALED } from '@shiloh/contract/checkin/bundle'
import { packPeople } from '@shiloh/contract/checkin/bundle-people'
import { type BundleRecord, packRecord } from '@shiloh/contract/checkin/bundle-record'
import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import type { SyncedScan } from '@shiloh/contract/checkin/devices'
import { foldScans, type Said, type ScanResult } from '@shiloh/contract/checkin/scans'
import { ticketPath } from '@shiloh/contract/reservations/ticket-code'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '#platform/client'
import { base64Of } from './base64.ts'
import { findOf, sealRecord } from './copy.ts'
import { NewerStoreError, openStore } from './db.ts'
import { openEngine } from './engine.ts'
import type { GateDeps } from './gate.ts'
import type { SyncAnswer, SyncBody } from './queue.ts'

const hex = (number: number, length = 24) => number.toString(16).padStart(length, '0')
const eventId = hex(1)
const gateId = hex(2)
const start = Date.parse('2027-01-22T08:00:00Z')

/** A person with the text of their code. */
interface Sample {
  readonly code: string
  readonly qrId: string
  readonly signature: string
  readonly record: BundleRecord
}

const sample = (number: number, more: Partial<BundleRecord> = {}): Sample => {
  const [qrId, signature] = [hex(number), `${'A'.repeat(80)}${String(number).padStart(5, '0')}A`]
  return {
    qrId,
    signature,
    code: `https://church.example${ticketPath(qrId, signature)}`,
    record: {
      name: `Person ${number}`,
      code: `LC-${number}`,
      role: 'main',
      status: 'active',
      participantType: 'Delegate',
      title: null,
      room: null,
      bed: null,
      roomCategory: null,
      catererId: null,
      caterer: null,
      party: 1,
      balance: 0,
      owed: 0,
      passed: [],
      ...more,
    },
  }
}

/** The key of the index of names: sixteen zeros. */
const searchKey = 'A'.repeat(22)

/** Seals the index of names as the server does. */
const sealIndex = async (people: readonly Sample[]): Promise<string> => {
  const lines = await Promise.all(
    people.map(async ({ qrId, signature, record }) => {
      const key = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(keyText(signature)))
      return [
        await findOf(qrId),
        Buffer.from(key).subarray(0, 16).toString('base64url'),
        qrId,
        record.name,
        record.code,
      ]
    }),
  )
  const plain = deflateRawSync(JSON.stringify(lines))
  const iv = new Uint8Array(SEALED.nonce)
  const key = await crypto.subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, tagLength: SEALED.indexTag * 8 }, key, plain)
  return Buffer.concat([iv, Buffer.from(sealed)]).toString('base64url')
}

/** Returns somebody as the server describes them, who has not come yet. */
const describe = ({ qrId, record }: Sample): GateParticipant => ({
  _id: qrId,
  reservation_id: qrId,
  event_id: eventId,
  code: record.code,
  name: record.name,
  role: record.role,
  status: record.status,
  participant_type: record.participantType,
  title: null,
  room: null,
  room_category: null,
  caterer: null,
  caterer_id: null,
  party: record.party,
  balance: record.owed,
  currency: 'GHS',
  checked_in_at: null,
  checked_out_at: null,
  entered: null,
})

/** A server with a clock of its own, whose network can be cut, slow or busy. */
function fakeServer(people: readonly Sample[], clock: () => number) {
  const scans = new Map<
    string,
    { direction: 'in' | 'out'; said: Said | null; code: string; at: number; isUndone: boolean }
  >()
  const state = {
    isDown: false,
    slowMs: 0,
    isRevoked: false,
    busy: 0,
    refused: '',
    /** What something in front of the server answers. */
    proxy: undefined as ApiError | undefined,
    given: undefined as string | undefined,
    foreign: false,
    hasNames: false,
    /** It has been updated, and this app has not. */
    isOtherLayout: false,
    unknown: '',
    copyMinutes: 30,
    /** Every entry is one of two: the other was made on this device. */
    double: undefined as Omit<NonNullable<SyncedScan['double_entry']>, 'at' | 'point'> | undefined,
    registers: hex(9),
    says: {} as Record<string, ScanResult>,
  }
  const sent: SyncBody[] = []
  const accepted = (code: string) =>
    [...scans]
      .filter(([, scan]) => scan.code === code && (scan.said ?? 'ok') === 'ok' && !scan.isUndone)
      .map(([scanId, { direction, at }]) => ({ deviceId: 'd', scanId, direction, at: new Date(at) }))
  return {
    state,
    sent,
    scans,
    isInside: (code: string) => {
      const { entered, left } = foldScans(accepted(code), { rule: 'in_out', zone: 'UTC' }).state
      return entered !== null && left === null
    },
    register: async (name: string) => ({
      _id: state.registers,
      name: state.given ?? name,
      may_search: true,
      event_ids: [eventId],
      key: 'key-of-9',
    }),
    sync: async (body: SyncBody): Promise<SyncAnswer> => {
      sent.push(body)
      if (state.isDown) throw new ApiError({ status: 0, code: 'no_connection', message: '' })
      if (state.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, state.slowMs))
      if (body.device_id === state.unknown) throw new ApiError({ status: 404, code: 'not_found', message: '' })
      if (state.foreign && body.device_key === undefined)
        throw new ApiError({
          status: 422,
          code: 'invalid_input',
          message: '',
          fields: [{ field: 'device_id', code: 'other_account', message: '' }],
        })
      if (body.scans.some(({ scan_id }) => scan_id === state.refused))
        throw new ApiError({
          status: 422,
          code: 'invalid_input',
          message: 'Not a scan.',
          fields: [{ field: 'scans.0.code', code: 'too_long', message: '' }],
        })
      if (state.proxy) throw state.proxy
      return {
        now: new Date(clock()).toISOString(),
        revoked: state.isRevoked,
        may_search: false,
        search_key: state.hasNames ? searchKey : null,
        device_key: null,
        event_ids: [eventId],
        shift: {
          from: new Date(start - 3_600_000).toISOString(),
          until: new Date(start + 11 * 3_600_000).toISOString(),
        },
        scans: body.scans.map(({ scan_id, code = '', direction = 'in', said = null, undone_at }): SyncedScan => {
          if (state.busy > 0) {
            state.busy -= 1
            return { scan_id, stored: false, result: null, corrected: false, double_entry: null, reservation: null }
          }
          const result = state.says[code] ?? 'ok'
          scans.set(scan_id, {
            direction,
            said: said ?? (result === 'ok' ? null : result),
            code,
            at: clock(),
            isUndone: Boolean(undone_at),
          })
          const known = people.find(({ record }) => record.code === code)
          const reservation = said !== null && said !== result && known ? describe(known) : null
          return {
            scan_id,
            stored: true,
            result,
            corrected: said !== null && said !== result,
            double_entry: state.double
              ? { ...state.double, at: new Date(start - 60_000).toISOString(), point: 'Main gate' }
              : null,
            reservation,
          }
        }),
      }
    },
    bundle: async () => {
      if (state.isDown) throw new ApiError({ status: 0, code: 'no_connection', message: '' })
      if (state.isOtherLayout) throw new ApiError({ status: 422, code: 'invalid_input', message: '' })
      // A copy is as old as the question, not as what a slow machine takes to answer it.
      const at = new Date(clock()).toISOString()
      const words: string[] = []
      const word = (text: string) => {
        words.push(text)
        return words.length - 1
      }
      const nonce = crypto.getRandomValues(new Uint8Array(SEALED.nonce))
      const groups = await Promise.all(
        people.map(async ({ qrId, signature, record }, group) => ({
          group,
          records: [{ find: await findOf(qrId), sealed: await sealRecord(signature, nonce, packRecord(record, word)) }],
        })),
      )
      return {
        event: {
          _id: eventId,
          name: 'Leaders',
          starts_at: '2027-01-22T06:00:00.000Z',
          ends_at: '2027-01-24T18:00:00.000Z',
          time_zone: 'UTC',
          currency: 'GHS',
          copy_minutes: state.copyMinutes,
        },
        points: [
          {
            _id: gateId,
            name: 'Main gate',
            kind: 'gate' as const,
            rule: 'in_out' as const,
            capacity: null,
            starts_at: null,
            ends_at: null,
            caterer_id: null,
          },
        ],
        public_keys: [],
        at,
        cursor: '1.1',
        full: true,
        total: people.length,
        words,
        nonce: base64Of(nonce),
        people: base64Of(packPeople(groups)),
        index: state.hasNames ? await sealIndex(people) : null,
      }
    },
  }
}

/** Opens the gate on a phone whose clock is an hour behind. `time` moves both clocks, `setBack` that of the phone alone. */
async function openPhone(
  server: ReturnType<typeof fakeServer>,
  time: { now: number; setBack?: number },
  userId = hex(5),
) {
  let ids = 0
  const deps: GateDeps = {
    store: await openStore(() => {}),
    server,
    userId,
    now: () => time.now - 3_600_000 - (time.setBack ?? 0),
    after(ms, work) {
      // The first wait after a failure, and no other, is short.
      const timer = setTimeout(work, ms === 1000 ? 10 : ms)
      return () => clearTimeout(timer)
    },
    isOnline: () => true,
    battery: () => 80,
    newId: () => {
      ids += 1
      return `scan-${time.now}-${ids}`
    },
    exclusively: (work) => work(),
    onQueue: () => {},
  }
  const engine = await openEngine(deps)
  onTestFinished(() => engine.close())
  if (!engine.state().device && userId === hex(5)) await engine.register('Gate phone')
  await engine.select(eventId)
  const scan = (code: string, direction: 'in' | 'out' = 'in') =>
    engine.enter({ targets: [{ kind: 'code', text: code }], direction, eventId, pointId: gateId })
  const back = async () => {
    engine.noteOnline(true)
    await vi.waitFor(() => expect(engine.state().waiting).toBe(0), { timeout: 10_000 })
  }
  return {
    engine,
    scan,
    back,
    results: async (code: string, direction?: 'in' | 'out') =>
      (await scan(code, direction)).answers.map(({ result }) => result),
  }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

it('decides without a network as the server does, keeps every scan over a restart, and sends each until it has an answer', async () => {
  const people = [
    sample(10),
    sample(11, { balance: 17_000, owed: 17_000 }),
    sample(12, { status: 'cancelled' }),
    sample(13, { passed: [{ pointId: null, direction: 'in', deviceId: 'other', at: new Date(start - 60_000) }] }),
  ]
  const [ama, debtor, gone, inside] = people.map(({ code }) => code)
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  // With a network the server decides.
  expect(await phone.scan(ama ?? '')).toMatchObject({ copyAt: null, answers: [{ result: 'ok' }] })
  expect(phone.engine.state()).toMatchObject({ waiting: 0, offset: 3_600_000, size: 4 })

  server.state.isDown = true
  time.now += 1000
  expect(await phone.results(ama ?? '', 'out')).toEqual(['ok'])
  time.now += 1000
  expect(await phone.results(ama ?? '')).toEqual(['ok'])
  expect(await phone.results(ama ?? '')).toEqual(['already_redeemed'])
  expect(await phone.results(debtor ?? '')).toEqual(['unpaid'])
  expect(await phone.results(gone ?? '')).toEqual(['cancelled'])
  expect(await phone.results(inside ?? '')).toEqual(['already_redeemed'])
  expect(await phone.results('no code of ours, but a long text')).toEqual(['invalid'])
  const forged = people[0] && `https://church.example${ticketPath(people[0].qrId, people[1]?.signature ?? '')}`
  expect(await phone.results(forged ?? '')).toEqual(['invalid'])
  // Nothing is known about a typed code without the index of names: the scan is kept all the same.
  expect(await phone.results('LC-ABCD')).toEqual([])
  expect(phone.engine.state()).toMatchObject({ waiting: 9, lostAt: expect.any(Number) })
  phone.engine.close()

  // The battery dies. The next day nothing has been lost, and a busy server gets them again.
  const again = await openPhone(server, time)
  expect(again.engine.state()).toMatchObject({ waiting: 9, size: 4 })
  expect(await again.results(inside ?? '', 'out')).toEqual(['ok'])
  server.state.isDown = false
  server.state.busy = 4
  await again.back()
  const times = server.sent.flatMap(({ scans }) => scans)
  expect(new Set(times.map(({ scan_id }) => scan_id)).size).toBe(11)
  expect(server.scans.size).toBe(11)
  expect(server.isInside(ama ?? '')).toBe(true)
  expect(times.at(-1)).toMatchObject({ clock_offset: 3_600_000 })
  expect(again.engine.state().scans).toHaveLength(11)
})

it.each([
  ['has all names', true],
  ['has none', false],
])('waits longer for the server when it does not know whose code it is, and %s', async (_, hasNames) => {
  const time = { now: start }
  const server = fakeServer([sample(10)], () => time.now)
  server.state.hasNames = hasNames
  const phone = await openPhone(server, time)
  await vi.waitFor(() => expect(phone.engine.state().canSearch).toBe(hasNames), { timeout: 10_000 })
  server.state.slowMs = 600
  server.state.says = { 'XY-7KQ3VD2M': 'wrong_event' }
  expect(await phone.results('XY-7KQ3VD2M')).toEqual(['wrong_event'])
  // Not for ever: a server that does not answer is as good as none.
  server.state.slowMs = 4000
  expect(await phone.results('XY-7KQ3VD2M')).toEqual(hasNames ? ['not_found'] : [])
})

it('waits 300 ms for the server, tells it afterwards what was said, and is loud about a correction', async () => {
  const people = [sample(10), sample(11)]
  const [ama = '', kofi = ''] = people.map(({ code }) => code)
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  server.state.slowMs = 600
  server.state.says = { [ama]: 'unpaid' }
  expect(await phone.scan(ama)).toMatchObject({
    answers: [{ result: 'ok' }],
    copyAt: expect.any(String),
    isCopyOld: false,
  })
  // It is said before the server has answered, which takes twice as long.
  expect(server.scans.size).toBe(0)
  await vi.waitFor(() => expect(phone.engine.state().waiting).toBe(0), { timeout: 10_000 })
  const [first, second] = server.sent.flatMap(({ scans }) => scans).filter(({ code }) => code === ama)
  expect([first?.said, second?.said, first?.scan_id]).toEqual([null, 'ok', second?.scan_id])
  expect(phone.engine.state().scans[0]).toMatchObject({
    notice: { kind: 'corrected', result: 'unpaid' },
    name: 'Person 10',
  })
  await phone.engine.look(phone.engine.state().scans[0]?.scan_id ?? '')
  // The history goes on saying why.
  expect(phone.engine.state().scans[0]).toMatchObject({
    notice: null,
    looked: { kind: 'corrected', result: 'unpaid' },
  })

  // A scan that the server refuses for itself holds nothing back.
  server.state.slowMs = 0
  server.state.isDown = true
  await phone.engine.cut(false)
  for (const code of [ama, kofi, ama]) await phone.scan(code, 'out')
  server.state.refused = phone.engine.state().scans[1]?.scan_id ?? ''
  server.state.isDown = false
  await phone.back()
  expect(phone.engine.state().scans.map(({ notice }) => notice?.kind)).toContain('refused')
  // An hour without the server: the device says that its copy is old.
  server.state.isDown = true
  await phone.engine.cut(false)
  time.now += 3_600_000
  expect(await phone.scan(kofi)).toMatchObject({ isCopyOld: true })
})

it('says how old its copy is as soon as the event asks for it', async () => {
  const [ama, kofi, esi] = [sample(10), sample(11), sample(12)]
  const time = { now: start }
  const server = fakeServer([ama, kofi, esi], () => time.now)
  server.state.copyMinutes = 120
  const phone = await openPhone(server, time)
  server.state.isDown = true
  await phone.engine.cut(false)
  const after = async (minutes: number, code: string) => {
    time.now = start + minutes * 60_000
    return (await phone.scan(code)).isCopyOld
  }
  expect(await after(31, ama.code)).toBe(false)
  expect(await after(120, kofi.code)).toBe(false)
  expect(await after(121, esi.code)).toBe(true)
})

it('knows since when there is no network, also after a restart without one', async () => {
  const [ama, kofi] = [sample(10), sample(11)]
  const time = { now: start }
  const server = fakeServer([ama, kofi], () => time.now)
  server.state.isDown = true
  const phone = await openPhone(server, time)
  await phone.scan(ama.code)
  const lostAt = time.now - 3_600_000
  await vi.waitFor(() => expect(phone.engine.state().lostAt).toBe(lostAt), { timeout: 10_000 })
  phone.engine.close()
  time.now += 600_000
  const again = await openPhone(server, time)
  await again.scan(kofi.code)
  await vi.waitFor(() => expect(again.engine.state().lostAt).toBe(lostAt), { timeout: 10_000 })
  server.state.isDown = false
  await again.back()
  await vi.waitFor(() => expect(again.engine.state().lostAt).toBeNull(), { timeout: 10_000 })
  again.engine.close()
  // The network was there meanwhile.
  server.state.isDown = true
  time.now += 600_000
  const third = await openPhone(server, time)
  await third.scan(ama.code, 'out')
  await vi.waitFor(() => expect(third.engine.state().lostAt).toBe(time.now - 3_600_000), { timeout: 10_000 })
})

it('keeps the order of its scans when somebody sets its clock back without a network', async () => {
  const [ama] = [sample(10)]
  const time = { now: start, setBack: 0 }
  const server = fakeServer([ama], () => time.now)
  const phone = await openPhone(server, time)
  server.state.isDown = true
  await phone.engine.cut(false)
  expect(await phone.results(ama.code)).toEqual(['ok'])
  time.setBack = 7_200_000
  time.now += 60_000
  expect(await phone.results(ama.code, 'out')).toEqual(['ok'])
  time.now += 60_000
  expect(await phone.results(ama.code)).toEqual(['ok'])
  const told = phone.engine.state().scans.map(({ direction, at }) => ({ direction, at }))
  expect(told.toSorted((a, b) => a.at - b.at).map(({ direction }) => direction)).toEqual(['in', 'out', 'in'])
  server.state.isDown = false
  await phone.back()
  // After a contact the clock is right again.
  time.now += 60_000
  await phone.scan(ama.code, 'out')
  expect(phone.engine.state().scans[0]).toMatchObject({ direction: 'out', at: time.now })
})

it.each([
  [{ device_id: hex(40), device: 'Yaw’s phone' }, { device: 'Yaw’s phone' }],
  // Without a name it is called by its id, which says nothing at a gate.
  [{ device_id: 'desk', device: 'desk' }, {}],
])('says where else somebody was let in, and on which phone: %j', async (other, named) => {
  const [ama] = [sample(10)]
  const time = { now: start }
  const server = fakeServer([ama], () => time.now)
  const phone = await openPhone(server, time)
  server.state.isDown = true
  await phone.engine.cut(false)
  await phone.scan(ama.code)
  server.state.double = other
  server.state.isDown = false
  await phone.back()
  const [{ notice } = { notice: null }] = phone.engine.state().scans
  expect(notice).toEqual({
    kind: 'double',
    at: expect.any(Number),
    point: 'Main gate',
    otherAt: expect.any(String),
    ...named,
  })
})

it('finds a name without a network as people type it', async () => {
  const names = ['Kɔfi Yɛboah', 'Kofi Mensah', 'Ama N’Dɔnkɔ-Asante']
  const people = names.map((name, index) => sample(10 + index, { name, code: `LC-ABCD567${index}` }))
  const server = fakeServer(people, () => start)
  server.state.hasNames = true
  const phone = await openPhone(server, { now: start })
  await vi.waitFor(() => expect(phone.engine.state().canSearch).toBe(true), { timeout: 10_000 })
  server.state.isDown = true
  await phone.engine.cut(false)
  const found = async (words: string) =>
    (await phone.engine.search(words, gateId, 9)).people.map(({ name }) => names.indexOf(name))
  const searches = ['kofi', 'yeboah', 'Yɛboah kɔfi', 'ndonko', 'donko asante', 'abcd5672', 'kwame']
  expect(await Promise.all(searches.map(found))).toEqual([[1, 0], [0], [0], [2], [2], [2], []])
})

it('says nothing about a typed code before it has the whole index of names', async () => {
  const people = [sample(10, { code: 'LC-ABCD1234' }), sample(11, { code: 'LC-EFGH5678' })]
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const [, changed] = people
  if (!changed) throw new Error('two were made')
  server.state.hasNames = true
  // The names come later, and do not come through; what has changed brings the name of one person.
  const { bundle } = server
  const asked: unknown[] = []
  server.bundle = async (query?: { readonly names?: string; readonly since?: string }) => {
    asked.push(query?.names ?? query?.since)
    const whole = await bundle()
    if (query?.names === 'only') throw new ApiError({ status: 0, code: 'no_connection', message: '' })
    if (query?.since === undefined) return { ...whole, index: null }
    return { ...whole, full: false, words: [], people: '', index: await sealIndex([changed]) }
  }
  const phone = await openPhone(server, time)
  await phone.engine.deliver()
  phone.engine.noteOnline(true)
  await vi.waitFor(() => expect(asked).toContain('1.1'), { timeout: 10_000 })
  await vi.waitFor(async () => expect((await phone.engine.search('Person', gateId, 9)).total).toBe(1), {
    timeout: 10_000,
  })
  expect(phone.engine.state()).toMatchObject({ size: 2, canSearch: false })
  server.state.isDown = true
  await phone.engine.cut(false)
  expect(await phone.results('LC-EFGH5678')).toEqual(['ok'])
  // They have paid: "not found" would send them away.
  const other = await phone.scan('LC-ABCD1234')
  expect([other.answers, other.scans.map(({ said }) => said)]).toEqual([[], ['kept']])
})

it('does nothing more after somebody has signed out, and fails at nothing', async () => {
  const time = { now: start }
  const { engine } = await openPhone(
    fakeServer([sample(10)], () => time.now),
    time,
  )
  engine.close()
  await expect(engine.keepEvents([])).resolves.toBeUndefined()
  await expect(engine.select(hex(7))).resolves.toBeUndefined()
  engine.reload()
  engine.hint()
  expect(await engine.deliver()).toBe(0)
})

it.each([
  ['a proxy', new ApiError({ status: 400, code: 'unreadable_answer', message: '' })],
  ['a proxy that finds it too large', new ApiError({ status: 413, code: 'unreadable_answer', message: '' })],
  [
    'the server, about the phone itself',
    new ApiError({
      status: 422,
      code: 'invalid_input',
      message: '',
      fields: [{ field: 'sent_at', code: 'invalid_date', message: '' }],
    }),
  ],
])('keeps every scan waiting when a request is refused by %s', async (_, refusal) => {
  const people = [sample(10), sample(11), sample(12)]
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  server.state.isDown = true
  await phone.engine.cut(false)
  for (const { code } of people) await phone.scan(code)
  server.state.isDown = false
  server.state.proxy = refusal
  const before = server.sent.length
  await phone.engine.cut(false)
  await vi.waitFor(() => expect(server.sent.length).toBeGreaterThan(before), { timeout: 10_000 })
  expect(phone.engine.state().scans.map(({ notice }) => notice)).toEqual([null, null, null])
  await vi.waitFor(() => expect(phone.engine.state().waiting).toBe(3), { timeout: 10_000 })
  server.state.proxy = undefined
  await phone.back()
  await vi.waitFor(() => expect(phone.engine.state().waiting).toBe(0), { timeout: 10_000 })
  expect(server.scans.size).toBe(3)
})

it('takes a scan back with and without a network, and the server hears it once the scan is there', async () => {
  const people = [sample(10), sample(11)]
  const [ama = '', kofi = ''] = people.map(({ code }) => code)
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  const last = () => phone.engine.state().scans[0]
  await phone.scan(ama)
  expect(server.isInside(ama)).toBe(true)
  await phone.engine.undo([last()?.scan_id ?? ''])
  await vi.waitFor(() => expect(server.isInside(ama)).toBe(false), { timeout: 10_000 })
  await vi.waitFor(() => expect(phone.engine.state().waiting).toBe(0), { timeout: 10_000 })
  // Undoing the undoing is a new scan.
  const undone = last()
  expect(undone && phone.engine.canUndo(undone)).toBe(false)
  time.now += 1000
  expect(await phone.results(ama)).toEqual(['ok'])

  server.state.isDown = true
  await phone.engine.cut(false)
  time.now += 1000
  expect(await phone.results(kofi)).toEqual(['ok'])
  expect(await phone.results(kofi)).toEqual(['already_redeemed'])
  const entry = phone.engine.state().scans.find(({ name, said }) => name === 'Person 11' && said === 'ok')
  await phone.engine.undo([entry?.scan_id ?? ''])
  expect(phone.engine.state()).toMatchObject({ waiting: 2 })
  expect(await phone.results(kofi, 'out')).toEqual(['invalid'])
  time.now += 1000
  expect(await phone.results(kofi)).toEqual(['ok'])
  // The answer to the scan settles nothing that was undone while it was under way.
  server.state.isDown = false
  server.state.slowMs = 300
  phone.engine.noteOnline(true)
  await vi.waitFor(() => expect(server.sent.at(-1)?.scans.length).toBeGreaterThan(0), { timeout: 10_000 })
  await phone.engine.undo([last()?.scan_id ?? ''])
  await vi.waitFor(() => expect(phone.engine.state().waiting).toBe(0), { timeout: 10_000 })
  expect(server.isInside(kofi)).toBe(false)
  // After the shift it is for the office to withdraw.
  const old = phone.engine.state().scans.find((scan) => scan.undone_at === undefined && scan.result === 'ok')
  expect(old && phone.engine.canUndo({ ...old, at: start - 2 * 3_600_000 })).toBe(false)
})

it('leaves a scan that the server decided what it was when it is taken back', async () => {
  const [ama] = [sample(10)]
  const time = { now: start }
  const server = fakeServer([ama], () => time.now)
  const phone = await openPhone(server, time)
  expect(await phone.results(ama.code)).toEqual(['ok'])
  const [entered] = phone.engine.state().scans
  time.now += 5000
  await phone.engine.undo([entered?.scan_id ?? ''])
  await phone.back()
  const [undone] = phone.engine.state().scans
  expect(undone).toMatchObject({ said: null, result: 'ok', undone_at: expect.any(String) })
  expect(server.sent.flatMap(({ scans }) => scans).map(({ said }) => said)).toEqual([null, null])
})

it('leaves a question to the page that asks it', async () => {
  const [ama] = [sample(10)]
  const time = { now: start }
  const server = fakeServer([ama], () => time.now)
  const [tab, installed] = [await openPhone(server, time), await openPhone(server, time)]
  server.state.slowMs = 100
  const scanning = installed.results(ama.code)
  await vi.waitFor(() => expect(server.sent.at(-1)?.scans).toHaveLength(1), { timeout: 10_000 })
  await tab.engine.deliver()
  expect(await scanning).toEqual(['ok'])
  await installed.back()
  expect(installed.engine.state().scans.map(({ said, result }) => [said, result])).toEqual([[null, 'ok']])
})

it('hands over only the scans of a device that the server does not know, and none that it has answered', async () => {
  const people = [sample(10), sample(11)]
  const [ama = '', kofi = ''] = people.map(({ code }) => code)
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  await phone.scan(ama)
  const entered = phone.engine.state().scans[0]
  await phone.engine.deliver()
  await phone.engine.cut(true)
  await phone.engine.undo([entered?.scan_id ?? ''])
  // An account that was removed meanwhile has left a scan on this phone.
  const store = await openStore(() => {})
  if (!entered) throw new Error('nothing was scanned')
  const { undone_at: _, ...plain } = { ...entered, undone_at: undefined }
  await store.keep([
    { ...plain, scan_id: 'left-behind', device_id: hex(12), at: start - 60_000, result: null, waits: 1 },
  ])
  store.close()
  server.state.unknown = hex(12)
  await phone.engine.cut(false)
  await phone.back()
  const sentAs = (scanId: string) =>
    server.sent.filter(({ scans }) => scans.some(({ scan_id }) => scan_id === scanId)).map(({ device_id }) => device_id)
  expect(sentAs('left-behind')).toEqual([hex(12), hex(9)])
  expect(new Set(sentAs(entered.scan_id))).toEqual(new Set([hex(9)]))
  expect([server.scans.get(entered.scan_id)?.isUndone, phone.engine.state().device?._id]).toEqual([true, hex(9)])

  // After a restore the server does not know this phone: what it has never answered comes from another one.
  time.now += 1000
  await phone.scan(kofi)
  const known = phone.engine.state().scans[0]
  await phone.engine.deliver()
  await phone.engine.cut(true)
  await phone.engine.undo([known?.scan_id ?? ''])
  time.now += 1000
  await phone.scan(ama)
  const fresh = phone.engine.state().scans[0]
  server.state.unknown = hex(9)
  server.state.registers = hex(8)
  await phone.engine.cut(false)
  await vi.waitFor(() => expect(sentAs(fresh?.scan_id ?? '').at(-1)).toBe(hex(8)), { timeout: 10_000 })
  expect(sentAs(known?.scan_id ?? '')).not.toContain(hex(8))
  expect(phone.engine.state().scans.find(({ scan_id }) => scan_id === known?.scan_id)).toMatchObject({ waits: 1 })
})

it('asks who of a couple has come if their printed code is typed, also the second time', async () => {
  const people = [sample(10, { code: 'LC-PAIR22', party: 2 }), sample(11, { code: 'LC-PAIR22', party: 2 })]
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  server.state.hasNames = true
  const phone = await openPhone(server, time)
  await vi.waitFor(() => expect(phone.engine.state().canSearch).toBe(true), { timeout: 10_000 })
  await phone.engine.cut(true)
  const names = async () => (await phone.engine.whose('lc pair22', 'in', gateId)).map(({ name }) => name)
  expect(await names()).toEqual(['Person 10', 'Person 11'])
  // Inside the event its prefix goes without saying.
  for (const typed of ['pair22', 'pair 22', 'PAIR-22'])
    expect((await phone.engine.whose(typed, 'in', gateId)).map(({ code }) => code)).toEqual(['LC-PAIR22', 'LC-PAIR22'])
  const [, wife] = await phone.engine.whose('LC-PAIR22', 'in', gateId)
  if (!wife) throw new Error('Nobody has this code.')
  const enter = (participantId: string) => {
    time.now += 1000
    return phone.engine.enter({
      targets: [{ kind: 'person', participantId, name: '' }],
      direction: 'in',
      eventId,
      pointId: gateId,
    })
  }
  expect((await enter(wife._id)).answers).toMatchObject([{ result: 'ok', reservation: { name: 'Person 11' } }])
  // The husband can be anywhere: the code may have been typed twice.
  expect(await names()).toEqual(['Person 10', 'Person 11'])
  time.now += 1000
  expect(await phone.results('LC-PAIR22')).toEqual(['several'])
  const [asked] = phone.engine.state().scans
  expect(asked).toMatchObject({ said: 'several', participant_id: null, find: null })
  expect((await enter(people[0]?.qrId ?? '')).answers).toMatchObject([{ result: 'ok' }])
  // Both are in: the code can be about nobody else.
  expect(await names()).toEqual([])
  time.now += 1000
  expect(await phone.results('LC-PAIR22')).toEqual(['already_redeemed'])
  await phone.engine.cut(false)
  await vi.waitFor(() => expect(phone.engine.state().waiting).toBe(0), { timeout: 10_000 })
  const told = server.sent.flatMap(({ scans }) => scans).filter(({ said }) => said === 'ok')
  expect(told.map(({ participant_id }) => participant_id)).toEqual([wife._id, people[0]?.qrId])
})

it('counts nobody whom it has sent away, and asks whether they came in when it hears that they had paid', async () => {
  const people = [
    sample(10, { code: 'LC-AAAA' }),
    sample(11, { code: 'LC-BBBB' }),
    sample(12, { code: 'LC-CCCC', owed: 17_000 }),
  ]
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  const state = () => phone.engine.state()
  server.state.isDown = true
  await phone.engine.cut(false)
  // Without the index of names it can say nothing about a typed code.
  expect(await phone.results('LC-AAAA')).toEqual([])
  time.now += 1000
  expect(await phone.results('LC-BBBB')).toEqual([])
  time.now += 1000
  expect(await phone.results('LC-CCCC')).toEqual([])
  server.state.says = { 'LC-CCCC': 'unpaid' }
  server.state.isDown = false
  time.now += 600_000
  await phone.back()
  const delivered = server.sent.filter(({ scans }) => scans.length === 3).at(-1)
  expect(delivered?.scans.map(({ said }) => said)).toEqual(['kept', 'kept', 'kept'])
  const notices = () => state().scans.map(({ name, notice }) => [name, notice?.kind])
  expect(notices()).toEqual([
    ['Person 12', 'corrected'],
    ['Person 11', 'asked'],
    ['Person 10', 'asked'],
  ])
  const [, second, first] = state().scans
  await phone.engine.say(second?.scan_id ?? '', false)
  await phone.engine.say(first?.scan_id ?? '', true)
  await vi.waitFor(() => expect(state().waiting).toBe(0), { timeout: 10_000 })
  // What happened is a scan of its own, of the time at which they stood at the gate.
  const entries = server.sent.flatMap(({ scans }) => scans).filter(({ said }) => said === 'ok')
  expect(entries).toMatchObject([{ participant_id: people[0]?.qrId, scanned_at: first?.scanned_at }])
  expect(state().scans.filter(({ notice }) => notice?.kind === 'asked')).toEqual([])
  expect(state().scans.filter(({ said }) => said === 'ok')).toHaveLength(1)
})

it('makes no entry of a question that nobody has seen the answer to, because the app was closed', async () => {
  const people = [sample(10)]
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  const store = await openStore(() => {})
  const [code = ''] = people.map((one) => one.code)
  await phone.scan(code)
  const [scan] = await store.scans()
  if (!scan) throw new Error('Nothing was scanned.')
  phone.engine.close()
  await store.keep([{ ...scan, scan_id: 'question-of-a-dead-app', result: null, waits: 1 }])
  store.close()
  const again = await openPhone(server, time)
  await again.back()
  expect(server.scans.get('question-of-a-dead-app')).toMatchObject({ said: 'kept' })
})

it.each([
  [2, { event_id: eventId, words: { w1: 'a' }, groups: [['group', ['sealed']]], indexes: [] }],
  [3, { event_id: eventId, parts: [{ words: ['a'], groups: [['group', ['sealed']]] }], indexes: ['sealed'] }],
])(
  'asks for everything again after an update with another layout than %i, and keeps its queue',
  async (version, piece) => {
    const before = await openDB('shiloh-gate', version, {
      upgrade(made) {
        const scans = made.createObjectStore('scans', { keyPath: 'scan_id' })
        scans.createIndex('waits', 'waits')
        scans.createIndex('event', 'event_id')
        made.createObjectStore('pieces', { autoIncrement: true }).createIndex('event', 'event_id')
        made.createObjectStore('copies', { keyPath: 'event._id' })
        made.createObjectStore('facts')
      },
    })
    await before.put('pieces', piece)
    await before.put('copies', { event: { _id: eventId }, cursor: '1.1' })
    const waiting = {
      scan_id: 'from-the-old-app',
      device_id: hex(9),
      event_id: eventId,
      point_id: gateId,
      direction: 'in',
    }
    const told = { scanned_at: new Date(start).toISOString(), clock_offset: 0, at: start, code: 'LC-ABCD', said: 'ok' }
    await before.put('scans', { ...waiting, ...told, undoes: false, practice: false, notice: null, waits: 1 })
    before.close()
    const time = { now: start }
    const server = fakeServer([sample(10)], () => time.now)
    const phone = await openPhone(server, time)
    await phone.back()
    expect(server.scans.get('from-the-old-app')).toMatchObject({ said: 'ok', code: 'LC-ABCD' })
    expect(phone.engine.state()).toMatchObject({ size: 1, scans: [{ scan_id: 'from-the-old-app' }] })
  },
)

it('goes on with the copy that it has when the server has another layout, and delivers what it decides', async () => {
  const people = [sample(10), sample(11)]
  const [ama = '', kofi = ''] = people.map(({ code }) => code)
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  server.state.isOtherLayout = true
  phone.engine.hint()
  expect(await phone.results(ama)).toEqual(['ok'])
  server.state.isDown = true
  await phone.engine.cut(false)
  phone.engine.close()
  time.now += 1000
  const again = await openPhone(server, time)
  expect(again.engine.state().size).toBe(2)
  expect(await again.scan(kofi)).toMatchObject({ answers: [{ result: 'ok' }], copyAt: expect.any(String) })
  server.state.isDown = false
  await again.back()
  expect(again.engine.state()).toMatchObject({ size: 2, lostAt: null })
  expect([server.isInside(ama), server.isInside(kofi)]).toEqual([true, true])
})

it('knows its own scans by the longer finds of the app before', async () => {
  const people = [sample(10)]
  const [code = ''] = people.map((one) => one.code)
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  server.state.isDown = true
  await phone.engine.cut(false)
  expect(await phone.results(code)).toEqual(['ok'])
  phone.engine.close()
  const store = await openStore(() => {})
  const [scan] = await store.scans()
  if (!scan?.find) throw new Error('Nothing was scanned.')
  await store.keep([{ ...scan, find: `${scan.find}-Z` }])
  store.close()
  time.now += 1000
  const again = await openPhone(server, time)
  expect(await again.results(code)).toEqual(['already_redeemed'])
})

it('delivers its queue when it is revoked, and then knows nothing more; a newer app keeps its store', async () => {
  const people = [sample(10)]
  const code = people[0]?.code ?? ''
  const time = { now: start }
  const server = fakeServer(people, () => time.now)
  const phone = await openPhone(server, time)
  server.state.isDown = true
  await phone.engine.cut(false)
  await phone.scan(code)
  server.state.isDown = false
  server.state.isRevoked = true
  phone.engine.noteOnline(true)
  await expect.poll(() => phone.engine.state().isRevoked).toBe(true)
  expect(server.scans.size).toBe(1)
  const store = await openStore(() => {})
  expect([await store.scans(), await store.pieces(eventId), (await store.facts()).devices]).toEqual([[], [], []])

  // A lost phone holds the names of those whom it has scanned, and of nobody else.
  server.state.isRevoked = false
  await phone.engine.register('Gate phone')
  await expect.poll(() => phone.engine.state().size).toBe(1)
  const kept = async () => JSON.stringify([await store.scans(), await store.pieces(eventId), await store.facts()])
  expect(await kept()).not.toContain('Person 10')
  await phone.engine.cut(true)
  await phone.scan(code)
  expect(await kept()).toContain('Person 10')
  // A sign-out leaves only what the server does not have.
  await store.wipe()
  expect(await store.countWaiting()).toBe(1)
  expect(await store.pieces(eventId)).toEqual([])
  phone.engine.close()
  // The next one to sign in here delivers it, before they have named the phone for themselves: the phone proves to be it.
  server.state.foreign = true
  const { devices } = await store.facts()
  await store.setFacts({ devices: devices.map(({ key: _, ...device }) => device) })
  const stranger = await openPhone(server, time, hex(7))
  stranger.engine.noteOnline(true)
  await expect.poll(() => server.sent.at(-1)?.scans.length).toBe(1)
  await expect.poll(() => stranger.engine.state().lostAt).toBeNull()
  expect(stranger.engine.state()).toMatchObject({ waiting: 1, scans: [{ notice: null }] })
  stranger.engine.close()
  await store.setFacts({ devices })
  const next = await openPhone(server, time, hex(6))
  await next.back()
  expect(next.engine.state().device).toBeNull()
  expect(server.scans.size).toBe(2)
  store.close()
  next.engine.close()

  const newer = await openDB('shiloh-gate', 5)
  await expect(openStore(() => {})).rejects.toThrow(NewerStoreError)
  newer.close()
})
