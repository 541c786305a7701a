import { createHash, webcrypto } from 'node:crypto'
import { gzipSync, inflateRawSync } from 'node:zlib'
import {
  type BundleRecord,
  bundleIndex,
  bundleRoutes,
  findText,
  type GateBundle,
  ivOf,
  keyText,
  LAYOUT,
  packRecord,
  readRecord,
  SEALED,
  wordAt,
  wordKey,
} from '@shiloh/contract/checkin/bundle'
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

/** Opens a sealed text as a browser does. */
const open = async (key: Uint8Array<ArrayBuffer>, sealed: Uint8Array<ArrayBuffer>): Promise<Buffer> => {
  const imported = await webcrypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const [iv, data] = [ivOf(sealed.subarray(0, SEALED.nonce)), sealed.subarray(SEALED.nonce)]
  return Buffer.from(await webcrypto.subtle.decrypt({ name: 'AES-GCM', iv, tagLength: SEALED.tag * 8 }, imported, data))
}
const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

/** Finds and opens the record of a scanned code. */
const look = async ({ groups, words }: GateBundle, code: string): Promise<BundleRecord | null> => {
  const scanned = readScannedCode(code)
  if (scanned.kind !== 'qr' || scanned.signature === null) return null
  const find = hash(findText(scanned.qrId)).subarray(0, 8)
  const records = groups.flatMap(([, all]) => all).map((record) => Buffer.from(record, 'base64url'))
  const record = records.find((one) => one.subarray(0, 8).equals(find))
  if (!record) return null
  const key = hash(keyText(scanned.signature)).subarray(0, 16)
  return readRecord((await open(bytes(key), bytes(record.subarray(8)))).toString(), (word) => wordAt(words, word))
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
      expect((await read(first.cursor)).groups).toEqual([])
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
  expect(await read(undefined, 'later')).toMatchObject({ full: true, groups: all.groups, index: null })
  expect(await read(undefined, 'only')).toMatchObject({ full: false, groups: [], index: all.index })
  const sealed = Buffer.from(all.index ?? '', 'base64url')
  const index = bundleIndex.parse(
    JSON.parse(inflateRawSync(await open(bytes(Buffer.from(search_key ?? '', 'base64url')), bytes(sealed))).toString()),
  )
  expect(index.map(([, , , found, code]) => [found, code])).toContainEqual([name, ama.code])

  await t.call(checkinRoutes.scan, {
    params: { id: ama.qr.url },
    body: { scan_id: 'ama-comes-in', device_id: 'other', scanned_at: t.clock().toISOString() },
    as: gate,
  })
  const delta = await read(all.cursor)
  expect(delta).toMatchObject({ full: false, total: 2 })
  expect(delta.groups).toHaveLength(1)
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
  expect([again.groups, again.cursor, again.total]).toEqual([shared.groups, shared.cursor, 2])
  expect(await look(await read(again.cursor), efua.qr.url)).toMatchObject({ code: efua.code })
  t.clock.forward(1)
  expect(await look(await read(), efua.qr.url)).toMatchObject({ code: efua.code })
  // A cursor of other data is worth nothing.
  expect((await read(`1.${all.cursor.split('.')[1]}`)).full).toBe(true)
  expect((await read('nonsense')).full).toBe(true)
  const other = await t.account({ type: 'checkin_user' })
  const query = { event_id: event.id, device_id: device._id, layout: LAYOUT }
  expect((await t.call(bundleRoutes.readBundle, { query, as: other })).status).toBe(422)
})

it('is at most a megabyte for ten thousand people', () => {
  const words: string[] = []
  const word = (text: string) => {
    if (!words.includes(text)) words.push(text)
    return wordKey(words.indexOf(text))
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
  expect(readRecord(packRecord(first, word), (key) => wordAt(words, key))).toEqual(first)
  // What is sealed looks random: bytes of a hash stand for it.
  const sealed = records.map((record, index) => {
    const { length } = Buffer.from(packRecord(record, word))
    const random = Buffer.concat(Array.from({ length: 6 }, (_, part) => hash(`${index}.${part}`)))
    return random.subarray(0, SEALED.find + SEALED.nonce + length + SEALED.tag).toString('base64url')
  })
  const groups = Array.from({ length: 5000 }, (_, at) => [
    hash(`group ${at}`).toString('base64url').slice(0, 11),
    sealed.slice(at * 2, at * 2 + 2),
  ])
  const text = JSON.stringify({ words, groups })
  expect(gzipSync(text).length).toBeLessThan(850_000)
})
