import { createHash, webcrypto } from 'node:crypto'
import { gzipSync, inflateRawSync } from 'node:zlib'
import {
  bundleIndex,
  bundleRoutes,
  findText,
  type GateBundle,
  keyText,
  LAYOUT,
  SEALED,
} from '@shiloh/contract/checkin/bundle'
import { hashNumber, packPeople, readPeople } from '@shiloh/contract/checkin/bundle-people'
import { type BundleRecord, packRecord, readRecord } from '@shiloh/contract/checkin/bundle-record'
import { checkinRoutes, readScannedCode } from '@shiloh/contract/checkin/checkin'
import { gateDeviceRoutes } from '@shiloh/contract/checkin/devices'
import { decideScan, foldScans } from '@shiloh/contract/checkin/scans'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type BookableEvent, reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let t: TestApp
let event: BookableEvent
let gate: TestAccount

beforeAll(async () => {
  t = await testApp()
  event = await makeEvent(t, { capacity: 500 })
  gate = await t.account({ type: 'checkin_user' })
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, event.id])
})
afterAll(() => t.close())

const hash = (text: string) => createHash('sha256').update(text).digest()

const bytes = (base64url: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64url, 'base64url'))

/** Opens a sealed text as a browser does. */
const open = async (
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
  tag: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const imported = await webcrypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  return new Uint8Array(await webcrypto.subtle.decrypt({ name: 'AES-GCM', iv, tagLength: tag * 8 }, imported, data))
}

const groupsOf = ({ people }: GateBundle) => readPeople(bytes(people))

/** Finds and opens the record of a scanned code. */
const look = async (bundle: GateBundle, code: string): Promise<BundleRecord | null> => {
  const scanned = readScannedCode(code)
  if (scanned.kind !== 'qr' || scanned.signature === null) return null
  const wanted = hashNumber(hash(findText(scanned.qrId)))
  const record = groupsOf(bundle)
    .flatMap(({ records }) => records)
    .find(({ find }) => find === wanted)
  if (!record) return null
  const key = new Uint8Array(hash(keyText(scanned.signature)).subarray(0, 16))
  const plain = await open(key, bytes(bundle.nonce), record.sealed, SEALED.tag)
  return readRecord(plain, (place) => bundle.words[place])
}

it('lets a device decide alone about whom it has scanned, and sends only what has changed', async () => {
  const reserve = async () => (await made(t, event, { participant_type_id: event.otherTypeId }, await t.account())).view
  const [ama, kofi] = [await reserve(), await reserve()]
  const device = (await t.call(gateDeviceRoutes.registerDevice, { body: { name: 'Gate' }, as: gate })).data
  const read = async (since?: string, names?: 'later' | 'only') =>
    (
      await t.call(bundleRoutes.readBundle, {
        query: {
          event_id: event.id,
          device_id: device._id,
          layout: LAYOUT,
          ...(since && { since }),
          ...(names && { names }),
        },
        as: gate,
      })
    ).data
  // A cursor is never newer than the oldest transaction that is open in the cluster, where other tests work too.
  const all = await vi.waitFor(
    async () => {
      // Everything is sealed once for the devices that ask within five seconds.
      t.clock.forward(1)
      const first = await read()
      expect((await read(first.cursor)).people).toBe('')
      return first
    },
    { timeout: 15_000, interval: 100 },
  )
  expect(all).toMatchObject({ full: true, total: 2, points: [{ kind: 'gate' }], event: { _id: event.id } })
  const name = ama.participants[0]?.name ?? ''
  expect(JSON.stringify(all)).not.toContain(name)
  const record = await look(all, ama.qr.url)
  expect(record).toMatchObject({ name, code: ama.code, status: 'active', balance: 0, passed: [] })
  // Another person's signature opens nothing.
  const mixed = kofi.qr.url.slice(0, -100) + ama.qr.url.slice(-100)
  await expect(look(all, mixed).then((found) => found ?? Promise.reject(new Error('not found')))).rejects.toThrow()

  const { search_key } = (
    await t.call(gateDeviceRoutes.syncScans, {
      body: { device_id: device._id, sent_at: t.clock().toISOString(), scans: [] },
      as: gate,
    })
  ).data
  // QR codes are read without the index of names, which can come afterwards.
  expect(await read(undefined, 'later')).toMatchObject({ full: true, people: all.people, index: null })
  const names = await read(undefined, 'only')
  expect(names).toMatchObject({ full: false, people: '', index: expect.any(String) })
  const sealed = bytes(names.index ?? '')
  // Never twice the same nonce under the key of a device.
  expect(names.index?.slice(0, 16)).not.toBe(all.index?.slice(0, 16))
  const index = bundleIndex.parse(
    JSON.parse(
      inflateRawSync(
        await open(
          bytes(search_key ?? ''),
          sealed.subarray(0, SEALED.nonce),
          sealed.subarray(SEALED.nonce),
          SEALED.indexTag,
        ),
      ).toString(),
    ),
  )
  expect(index.map(([, , , found, code]) => [found, code])).toContainEqual([name, ama.code])

  await t.call(checkinRoutes.scan, {
    params: { id: ama.qr.url },
    body: { scan_id: 'ama-comes-in', device_id: 'other', scanned_at: t.clock().toISOString() },
    as: gate,
  })
  const delta = await read(all.cursor)
  expect(delta).toMatchObject({ full: false, total: 2 })
  expect(groupsOf(delta)).toHaveLength(1)
  // Each bundle has its nonce: the same keys seal other texts in it.
  expect(delta.nonce).not.toBe(all.nonce)
  expect(await look(delta, kofi.qr.url)).toBeNull()
  const inside = await look(delta, ama.qr.url)
  expect(inside).toMatchObject({ status: 'redeemed', passed: [{ pointId: null, direction: 'in', deviceId: 'other' }] })
  if (!inside) throw new Error('not in the delta')
  const point = {
    eventId: event.id,
    kind: 'gate',
    rule: 'in_out',
    catererId: null,
    startsAt: null,
    endsAt: null,
    zone: 'Africa/Accra',
  } as const
  const { state } = foldScans(
    inside.passed.map((one, at) => ({ ...one, scanId: String(at) })),
    point,
  )
  const asked = { point, direction: 'in', at: t.clock(), forged: false } as const
  expect(decideScan({ ...inside, eventId: event.id }, asked, state)).toBe('already_redeemed')
  // What was built for another device a moment ago is all that was there then. The next request brings the rest.
  t.clock.forward(1)
  const shared = await read()
  const efua = await reserve()
  const again = await read(undefined, 'later')
  expect([again.people, again.cursor, again.total]).toEqual([shared.people, shared.cursor, 2])
  expect(await look(await read(again.cursor), efua.qr.url)).toMatchObject({ code: efua.code })
  t.clock.forward(1)
  expect(await look(await read(), efua.qr.url)).toMatchObject({ code: efua.code })
  // A cursor of other data is worth nothing.
  expect((await read(`1.${all.cursor.split('.')[1]}`)).full).toBe(true)
  expect((await read('nonsense')).full).toBe(true)
  const other = await t.account({ type: 'checkin_user' })
  const query = { event_id: event.id, device_id: device._id, layout: LAYOUT }
  expect((await t.call(bundleRoutes.readBundle, { query, as: other })).status).toBe(422)
  // The event says how old a copy may be, and phones hear it with what else has changed.
  expect(all.event.copy_minutes).toBe(30)
  await t.database.pool.query('update events set gate_copy_minutes = 90 where id = $1', [event.id])
  expect((await read(all.cursor)).event.copy_minutes).toBe(90)
  // An app that reads another layout keeps the copy that it has.
  const older = await t.app.server.inject({
    url: `/api/v1/check-in-users/bundle?event_id=${event.id}&device_id=${device._id}&layout=2`,
    headers: { authorization: `Bearer ${await t.tokenOf(gate)}` },
  })
  expect(older.statusCode).toBe(422)
})

it('has everybody sealed by the time a phone that was just registered asks for them', async () => {
  const own = await t.account({ type: 'checkin_user' })
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [own.id, event.id])
  t.clock.forward(1)
  const registeredAt = t.clock().toISOString()
  const device = (await t.call(gateDeviceRoutes.registerDevice, { body: { name: 'Early' }, as: own })).data
  t.clock.forward(1 / 60)
  const query = { event_id: event.id, device_id: device._id, layout: LAYOUT }
  expect((await t.call(bundleRoutes.readBundle, { query, as: own })).data.at).toBe(registeredAt)
})

it('is at most 550 kB for ten thousand people', () => {
  const words: string[] = []
  const word = (text: string) => {
    if (!words.includes(text)) words.push(text)
    return words.indexOf(text)
  }
  const records = Array.from(
    { length: 10_000 },
    (_, index): BundleRecord => ({
      name: `Comfort Nana ${hash(String(index)).toString('hex').slice(0, 8)}`,
      code: `LC-${hash(`code ${index}`).toString('hex').slice(0, 8).toUpperCase()}`,
      role: index % 3 === 0 ? 'spouse' : 'main',
      status: 'active',
      participantType: 'Delegate',
      title: index % 4 === 0 ? 'Elder' : null,
      room: `Bethel Block\n${index % 4}\n${index % 400}`,
      bed: (index % 6) + 1,
      roomCategory: 'Standard',
      catererId: 'c'.repeat(24),
      caterer: 'Efua’s Kitchen',
      party: 2,
      balance: 0,
      owed: 0,
      passed: [],
    }),
  )
  const [first] = records
  if (!first) throw new Error('nobody')
  expect(readRecord(packRecord(first, word), (place) => words[place])).toEqual(first)
  // What is sealed looks random: bytes of a hash stand for it.
  const groups = Array.from({ length: 5000 }, (_, at) => ({
    group: hashNumber(hash(`group ${at}`)),
    records: records.slice(at * 2, at * 2 + 2).map((record, nth) => {
      const { length } = packRecord(record, word)
      const random = Buffer.concat(Array.from({ length: 6 }, (_, part) => hash(`${at}.${nth}.${part}`)))
      return {
        find: hashNumber(hash(`find ${at}.${nth}`)),
        sealed: new Uint8Array(random.subarray(0, length + SEALED.tag)),
      }
    }),
  }))
  const text = JSON.stringify({ words, people: Buffer.from(packPeople(groups)).toString('base64url') })
  expect(gzipSync(text).length).toBeLessThan(550_000)
})

it('speaks the language of the gate: in its copy, in its list and in the answer to a scan', async () => {
  const own = await makeEvent(t)
  const place = await t.account({ type: 'checkin_user' })
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [place.id, own.id])
  const german = (name: string) => JSON.stringify({ de: { name } })
  await t.database.pool.query(`update participant_types set translations = $2 where id = $1`, [
    own.otherTypeId,
    german('Gast'),
  ])
  await t.database.pool.query(`update events set translations = $2 where id = $1`, [own.id, german('Tagung')])
  await t.database.pool.query(`update scan_points set translations = $2 where event_id = $1`, [own.id, german('Tor')])
  const { view } = await made(t, own, { participant_type_id: own.otherTypeId }, await t.account())
  const device = (await t.call(gateDeviceRoutes.registerDevice, { body: { name: 'Gate' }, as: place })).data
  const at = (language: string) => ({ as: place, headers: { 'accept-language': language } })
  const copy = async (language: string) =>
    (
      await t.call(bundleRoutes.readBundle, {
        query: { event_id: own.id, device_id: device._id, layout: LAYOUT },
        ...at(language),
      })
    ).data
  const [inGerman, inEnglish] = [await copy('de'), await copy('en')]
  expect(inGerman).toMatchObject({ event: { name: 'Tagung' }, points: [{ name: 'Tor' }] })
  expect(await look(inGerman, view.qr.url)).toMatchObject({ participantType: 'Gast' })
  expect((await look(inEnglish, view.qr.url))?.participantType).not.toBe('Gast')
  const list = await t.call(checkinRoutes.listGateReservations, { query: {}, ...at('de') })
  expect(list.data).toMatchObject([{ participant_type: 'Gast' }])
  expect((await t.call(checkinRoutes.listGateEvents, at('de'))).data).toMatchObject([{ name: 'Tagung' }])
  const scan = {
    scan_id: 'scan-in-german',
    device_id: device._id,
    direction: 'in',
    scanned_at: t.clock().toISOString(),
  }
  const scanned = await t.call(checkinRoutes.scan, { params: { id: view.code }, body: scan, ...at('de') })
  expect(scanned.data.reservation).toMatchObject({ participant_type: 'Gast' })
})
