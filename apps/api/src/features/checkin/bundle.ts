import { createCipheriv, createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import {
  type bundleIndex,
  bundleRoutes,
  findText,
  type GateBundle,
  isCopyOver,
  keyText,
  SEALED,
} from '@shiloh/contract/checkin/bundle'
import { hashNumber, packPeople, type SealedRecord } from '@shiloh/contract/checkin/bundle-people'
import { type PassedAt, packRecord } from '@shiloh/contract/checkin/bundle-record'
import { foldScans, type PointFacts } from '@shiloh/contract/checkin/scans'
import { balanceOf } from '@shiloh/contract/payments/money'
import type { z } from 'zod'
import { bind, orchestrates } from '#http/binder'
import type { OrchestrateContext, ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import {
  type BundleScan,
  type Cursor,
  findBundleEvent,
  findChanged,
  listBundleRows,
  listBundleScans,
  readCursor,
} from './bundle.store.ts'
import { checkDevice, ownGates, serveEvents } from './contact.ts'
import { findRegistered } from './devices.store.ts'
import { type GateRow, gateEvents, gateRowIn } from './store.ts'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
const KEY_BYTES = 16
/** Signing takes a thirtieth of a millisecond. */
const RECORDS_A_TURN = 64

/**
 * AES-128-GCM, without its nonce. Under one key a nonce must not seal two texts: it is drawn at random for each bundle, in
 * which each key seals one.
 */
const seal = (key: Buffer, nonce: Buffer, plain: Uint8Array, authTagLength: number): Buffer => {
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The key of a device's index of names. A device gets it with each contact and keeps it in memory only. */
export const searchKey = (deps: Deps, deviceId: string): Buffer =>
  Buffer.from(deps.crypto.keyedHash('gate index', deviceId), 'hex').subarray(0, KEY_BYTES)

const cursorText = ({ cluster, xid }: Cursor): string => `${cluster}.${xid}`
const readSince = (since: string | undefined): Cursor | null => {
  const [, cluster, xid] = /^([0-9]{1,20})\.([0-9]{1,20})$/.exec(since ?? '') ?? []
  return cluster && xid ? { cluster, xid: BigInt(xid) } : null
}

/** Returns the entries in force of somebody, and the exits after them. */
const passedOf = (
  scans: readonly BundleScan[],
  points: ReadonlyMap<string, { kind: string; rule: PointFacts['rule'] }>,
  zone: string,
): PassedAt[] => {
  const places = Map.groupBy(scans, ({ pointId }) =>
    pointId !== null && points.get(pointId)?.kind !== 'gate' ? pointId : null,
  )
  return [...places].flatMap(([pointId, its]): PassedAt[] => {
    const rule = points.get(pointId ?? '')?.rule ?? 'in_out'
    const { entered, left, days } = foldScans(its, { rule, zone }).state
    const entries = rule === 'once_a_day' ? Object.values(days) : entered ? [entered] : []
    const exits = left && entered ? [{ ...entered, direction: 'out' as const, at: left }] : []
    return [...entries, ...exits].map(({ deviceId, direction, at }) => ({ pointId, deviceId, direction, at }))
  })
}

const packed = (row: GateRow, passed: readonly PassedAt[], word: (text: string) => number) =>
  packRecord(
    {
      name: row.name,
      code: row.code,
      role: row.role,
      status: row.status,
      participantType: row.participant_type,
      title: row.title,
      room: row.room_name === null ? null : [row.room_block ?? '', row.room_floor ?? 0, row.room_name].join('\n'),
      bed: row.bed,
      roomCategory: row.room_category,
      catererId: row.caterer_id,
      caterer: row.caterer,
      party: row.party,
      balance: balanceOf({ ...row, total: row.standing_total }),
      owed: balanceOf(row),
      passed,
    },
    word,
  )

const deflate = promisify(deflateRaw)

/** Everything about an event is the same for all its devices in one language, but for the index of names. */
type Body = Pick<GateBundle, 'words' | 'nonce' | 'people'> & { readonly index: z.input<typeof bundleIndex> }

/** Seals the persons of an event, or of some of its reservations, in the language of a gate. */
const sealPeople = async (
  { db, deps, language }: Pick<ReadContext, 'db' | 'deps' | 'language'>,
  event: BundleEvent,
  changed: readonly string[] | null,
): Promise<Body> => {
  const [rows, scans] =
    changed?.length === 0
      ? [[], []]
      : await Promise.all([listBundleRows(db, event.id, changed), listBundleScans(db, event.id, changed)])
  const scansOf = Map.groupBy(scans, ({ participantId }) => participantId)
  const places = new Map<string, number>()
  const word = (text: string): number => {
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  }
  const nonce = deps.random.bytes(SEALED.nonce)
  const groups = new Map<number, SealedRecord[]>((changed ?? []).map((id) => [groupOf(id), []]))
  const index: z.input<typeof bundleIndex> = []
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % RECORDS_A_TURN === 0) await setImmediate()
    const plain = packed(
      gateRowIn(row, language),
      passedOf(scansOf.get(row.id) ?? [], event.rules, event.time_zone),
      word,
    )
    const find = hashNumber(hash(findText(row.qr_id)))
    const group = groups.get(groupOf(row.reservation_id)) ?? []
    // Tickets outlive keys: one record for each key that can have signed the code.
    for (const [nth, signature] of deps.crypto.signatures(row.qr_id).entries()) {
      const key = hash(keyText(signature)).subarray(0, KEY_BYTES)
      group.push({ find, sealed: new Uint8Array(seal(key, nonce, plain, SEALED.tag)) })
      if (nth === 0) index.push([find, key.toString('base64url'), row.id, row.name, row.code])
    }
    groups.set(groupOf(row.reservation_id), group)
  }
  const people = packPeople([...groups].map(([group, records]) => ({ group, records })))
  return {
    words: [...places.keys()],
    nonce: nonce.toString('base64url'),
    people: Buffer.from(people.buffer).toString('base64url'),
    index,
  }
}

type BundleEvent = NonNullable<Awaited<ReturnType<typeof findBundleEvent>>>
type Whole = Body & Pick<GateBundle, 'at' | 'cursor' | 'total'>

/** Everything about events, as it was built last, by event and language. `at` is in milliseconds. */
export type BuiltBundles = Map<string, { readonly at: number; readonly whole: Promise<Whole> }>

/** Forty phones are opened in one minute, and sealing ten thousand people takes a second. Milliseconds. */
const SHARED_MS = 5000

/** Who asks for a bundle. */
type Gate = Pick<ReadContext, 'deps' | 'now' | 'language'>

/** Returns everything about an event, built at most five seconds ago. What has changed since then comes as a change. */
const wholeOf = ({ deps, now: at, language }: Gate, event: BundleEvent): Promise<Whole> => {
  const built = deps.services.checkin.bundles
  const now = at.getTime()
  const key = `${event.id} ${language}`
  const known = built.get(key)
  if (known && now >= known.at && now - known.at < SHARED_MS) return known.whole
  const { db } = deps
  const whole = (async (): Promise<Whole> => {
    // The cursor is read first: what is committed meanwhile is sent again the next time.
    const { now: cursor } = await readCursor(db, null)
    const body = await sealPeople({ db, deps, language }, event, null)
    return { ...body, at: at.toISOString(), cursor: cursorText(cursor), total: event.total }
  })()
  for (const [id, { at: since }] of built) if (now - since >= SHARED_MS) built.delete(id)
  built.set(key, { at: now, whole })
  whole.catch(() => built.delete(key))
  return whole
}

/**
 * Begins to seal the people of the event that a phone shows first: one that was just registered asks for them as soon as
 * it has its answer.
 */
export const sealAhead = async (ctx: ReadContext): Promise<void> => {
  const next = (await gateEvents(ctx.db, ctx.caller.id, ctx.language)).find(({ ends_at }) => ends_at >= ctx.now)
  const event = next && (await findBundleEvent(ctx.db, next.id, ctx.language))
  // Nobody waits for it here. What fails is built again for whom it is.
  if (event) void wholeOf(ctx, event)
}

const sealIndex = async (deps: Deps, deviceId: string, index: Body['index']): Promise<string> => {
  const nonce = deps.random.bytes(SEALED.nonce)
  const sealed = seal(searchKey(deps, deviceId), nonce, await deflate(JSON.stringify(index)), SEALED.indexTag)
  return Buffer.concat([nonce, sealed]).toString('base64url')
}

const readBundle = async (
  ctx: OrchestrateContext,
  { event_id, device_id, since, names }: z.output<typeof bundleRoutes.readBundle.query>,
): Promise<GateBundle> => {
  const device = found(await findRegistered(ctx.db, device_id))
  checkDevice(ctx, device_id, device.user_id)
  const event = found(
    (await ownGates(ctx)).includes(event_id) ? await findBundleEvent(ctx.db, event_id, ctx.language) : undefined,
  )
  if (device.revoked_at !== null || isCopyOver(event.ends_at, ctx.now)) throw new AppError('not_found')
  // What the phone decides with this copy counts, even if its account loses the event before it delivers.
  if (!device.event_ids.includes(event_id)) await ctx.transact((inside) => serveEvents(inside, device_id, [event_id]))
  const { now, next, age } = await readCursor(ctx.db, readSince(since))
  // The cursor was read first: what is committed meanwhile is sent again the next time.
  const changed = age === null ? null : await findChanged(ctx.db, event_id, next, age)
  const { words, people, index, ...stand } =
    changed === null
      ? await wholeOf(ctx, event)
      : {
          ...(await sealPeople(ctx, event, changed)),
          at: ctx.now.toISOString(),
          cursor: cursorText(now),
          total: event.total,
        }
  return {
    event: {
      _id: event.id,
      name: event.name,
      starts_at: event.starts_at.toISOString(),
      ends_at: event.ends_at.toISOString(),
      time_zone: event.time_zone,
      currency: event.currency,
      copy_minutes: event.gate_copy_minutes,
    },
    points: event.points,
    public_keys: [...ctx.deps.crypto.publicKeys],
    ...stand,
    full: changed === null && names !== 'only',
    words: names === 'only' ? [] : words,
    people: names === 'only' ? '' : people,
    index: device.may_search && names !== 'later' ? await sealIndex(ctx.deps, device_id, index) : null,
  }
}

/** Names a reservation without saying which it is. */
const groupOf = (reservationId: string): number => hashNumber(hash(`shiloh gate group\n${reservationId}`))

export const bundleEndpoints = bind(bundleRoutes, {
  readBundle: orchestrates((ctx, { query }) => readBundle(ctx, query)),
})
