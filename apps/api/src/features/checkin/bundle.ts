import { createCipheriv, createHash, createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import {
  type bundleIndex,
  bundleRoutes,
  findText,
  type GateBundle,
  isCopyOver,
  ivOf,
  keyText,
  type PassedAt,
  packRecord,
  SEALED,
  wordKey,
} from '@shiloh/contract/checkin/bundle'
import { foldScans, type PointFacts } from '@shiloh/contract/checkin/scans'
import { balanceOf } from '@shiloh/contract/payments/money'
import type { z } from 'zod'
import { bind, reads } from '#http/binder'
import type { ReadContext } from '#platform/context'
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
import { checkDevice, ownGates } from './contact.ts'
import { findRegistered } from './devices.store.ts'
import type { GateRow } from './store.ts'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
const KEY_BYTES = 16
/** Signing takes a thirtieth of a millisecond. */
const RECORDS_A_TURN = 64

/**
 * AES-128-GCM. The nonce follows from the text, so the same text under the same key is the same record, and two texts
 * under one key never share a nonce. Few texts are sealed under one key, so short nonces do.
 */
const seal = (key: Buffer, plain: Buffer): Buffer => {
  const nonce = createHmac('sha256', key).update('shiloh gate nonce\n').update(plain).digest().subarray(0, SEALED.nonce)
  const cipher = createCipheriv('aes-128-gcm', key, ivOf(nonce), { authTagLength: SEALED.tag })
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
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

const packed = (row: GateRow, passed: readonly PassedAt[], word: (text: string) => string): string =>
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

/** Everything about an event is the same for all its devices, but for the index of names. */
type Body = Pick<GateBundle, 'words' | 'groups'> & { readonly index: z.input<typeof bundleIndex> }

/** Seals the persons of an event, or of some of its reservations. */
const sealPeople = async (
  { db, deps }: Pick<ReadContext, 'db' | 'deps'>,
  event: BundleEvent,
  changed: readonly string[] | null,
): Promise<Body> => {
  const [rows, scans] =
    changed?.length === 0
      ? [[], []]
      : await Promise.all([listBundleRows(db, event.id, changed), listBundleScans(db, event.id, changed)])
  const scansOf = Map.groupBy(scans, ({ participantId }) => participantId)
  const points = new Map(event.points.map((point) => [point._id, point]))
  const places = new Map<string, number>()
  const word = (text: string): string => {
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return wordKey(place)
  }
  const groups = new Map<string, string[]>((changed ?? []).map((id) => [groupOf(id), []]))
  const index: z.input<typeof bundleIndex> = []
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % RECORDS_A_TURN === 0) await setImmediate()
    const plain = Buffer.from(packed(row, passedOf(scansOf.get(row.id) ?? [], points, event.time_zone), word))
    const find = hash(findText(row.qr_id)).subarray(0, SEALED.find)
    const group = groups.get(groupOf(row.reservation_id)) ?? []
    // Tickets outlive keys: one record for each key that can have signed the code.
    for (const [nth, signature] of deps.crypto.signatures(row.qr_id).entries()) {
      const key = hash(keyText(signature)).subarray(0, KEY_BYTES)
      group.push(Buffer.concat([find, seal(key, plain)]).toString('base64url'))
      if (nth === 0) index.push([find.toString('base64url'), key.toString('base64url'), row.id, row.name, row.code])
    }
    groups.set(groupOf(row.reservation_id), group)
  }
  return { words: [...places.keys()], groups: [...groups], index }
}

type BundleEvent = NonNullable<Awaited<ReturnType<typeof findBundleEvent>>>
type Whole = Body & Pick<GateBundle, 'at' | 'cursor' | 'total'>

/** Everything about events, as it was built last. `at` is in milliseconds. */
export type BuiltBundles = Map<string, { readonly at: number; readonly whole: Promise<Whole> }>

/** Forty phones are opened in one minute, and sealing ten thousand people takes a second. Milliseconds. */
const SHARED_MS = 5000

/** Returns everything about an event, built at most five seconds ago. What has changed since then comes as a change. */
const wholeOf = (ctx: ReadContext, event: BundleEvent): Promise<Whole> => {
  const built = ctx.deps.services.checkin.bundles
  const now = ctx.now.getTime()
  const known = built.get(event.id)
  if (known && now >= known.at && now - known.at < SHARED_MS) return known.whole
  const { db } = ctx.deps
  const whole = (async (): Promise<Whole> => {
    // The cursor is read first: what is committed meanwhile is sent again the next time.
    const { now: cursor } = await readCursor(db, null)
    const body = await sealPeople({ db, deps: ctx.deps }, event, null)
    return { ...body, at: ctx.now.toISOString(), cursor: cursorText(cursor), total: event.total }
  })()
  for (const [id, { at }] of built) if (now - at >= SHARED_MS) built.delete(id)
  built.set(event.id, { at: now, whole })
  whole.catch(() => built.delete(event.id))
  return whole
}

const readBundle = async (
  ctx: ReadContext,
  { event_id, device_id, since, names }: z.output<typeof bundleRoutes.readBundle.query>,
): Promise<GateBundle> => {
  const device = found(await findRegistered(ctx.db, device_id))
  checkDevice(ctx, device_id, device.user_id)
  const event = found((await ownGates(ctx)).includes(event_id) ? await findBundleEvent(ctx.db, event_id) : undefined)
  if (device.revoked_at !== null || isCopyOver(event.ends_at, ctx.now)) throw new AppError('not_found')
  const { now, next, age } = await readCursor(ctx.db, readSince(since))
  // The cursor was read first: what is committed meanwhile is sent again the next time.
  const changed = age === null ? null : await findChanged(ctx.db, event_id, next, age)
  const { words, groups, index, ...stand } =
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
    },
    points: event.points,
    public_keys: [...ctx.deps.crypto.publicKeys],
    ...stand,
    full: changed === null && names !== 'only',
    words: names === 'only' ? [] : words,
    groups: names === 'only' ? [] : groups,
    index:
      device.may_search && names !== 'later'
        ? seal(searchKey(ctx.deps, device_id), await deflate(JSON.stringify(index))).toString('base64url')
        : null,
  }
}

/** Names a reservation without saying which it is. */
const groupOf = (reservationId: string): string =>
  hash(`shiloh gate group\n${reservationId}`).toString('base64url').slice(0, 11)

export const bundleEndpoints = bind(bundleRoutes, {
  readBundle: reads((ctx, { query }) => readBundle(ctx, query)),
})
