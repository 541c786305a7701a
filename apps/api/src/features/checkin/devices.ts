import { gateDeviceRoutes, MAX_DEVICES, type SyncedScan } from '@shiloh/contract/checkin/devices'
import { correctedTime } from '@shiloh/contract/checkin/scans'
import { shiftOf } from '#features/identity'
import { bind, orchestrates, reads, writes } from '#http/binder'
import { changed, created } from '#platform/audit/audited'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { sealAhead, searchKey } from './bundle.ts'
import { checkDevice, deviceKey, deviceTime, ownGates, serveEvents } from './contact.ts'
import {
  findDevice,
  findRegistered,
  insertDevice,
  listDevices,
  lockNames,
  noteContact,
  updateDevice,
} from './devices.store.ts'
import { storeScan } from './scan-batches.ts'

/** PostgreSQL stores neither NUL nor half a surrogate pair, and a camera can read both. */
const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** The longest name of a device. */
const LONGEST_NAME = 60

/** Returns a name that no other device has: the wanted one, or with the first free number behind it. */
const numbered = (wanted: string, others: readonly string[]): string => {
  const taken = new Set(others.map((name) => name.toLowerCase()))
  for (let nth = 1; ; nth += 1) {
    const end = nth === 1 ? '' : ` ${nth}`
    const name = `${[...wanted]
      .slice(0, LONGEST_NAME - end.length)
      .join('')
      .trimEnd()}${end}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

export const deviceEndpoints = bind(gateDeviceRoutes, {
  registerDevice: orchestrates(async (ctx, { body }) => {
    const event_ids = await ownGates(ctx)
    const device = await ctx.transact(async (inside) => {
      const others = await lockNames(inside.tx, ctx.caller.id, event_ids)
      if (others.filter(({ isOwn }) => isOwn).length >= MAX_DEVICES) throw new AppError('too_many_devices')
      const name = numbered(
        body.name,
        others.map((other) => other.name),
      )
      const _id = await insertDevice(inside.tx, ctx.now, {
        userId: ctx.caller.id,
        sessionId: ctx.caller.sessionId,
        name,
        eventIds: event_ids,
      })
      for (const event_id of event_ids) inside.publish('staff', 'checkin', { event_id })
      created(inside, 'checkin_users', { _id, name, may_search: true, event_ids })
      return { _id, name, may_search: true, event_ids, key: deviceKey(ctx.deps, _id) }
    })
    await sealAhead(ctx)
    return device
  }),
  syncScans: orchestrates(async (ctx, { body }) => {
    const { device_id, device_key, sent_at, scans, ...contact } = body
    const registered = found(await findRegistered(ctx.db, device_id))
    checkDevice(ctx, device_id, registered.user_id, device_key)
    const own = await ownGates(ctx)
    const isOwner = registered.user_id === ctx.caller.id
    const device = await ctx.transact(async (inside) => {
      const noted = await noteContact(inside.tx, inside.now, device_id, ctx.caller, contact)
      if (isOwner && noted.revoked_at === null) await serveEvents(inside, device_id, own)
      return noted
    })
    const events = [...new Set([...device.event_ids, ...own])]
    const offset = ctx.now.getTime() - Date.parse(sent_at)
    // Also if the phone was revoked under the name of somebody before on it: this session was signed in there.
    const isRevoked = device.revoked_at !== null || ctx.caller.isDeviceRevoked
    // Somebody else who signed in on this phone delivers its scans. The names are not theirs.
    const may_search = device.may_search && !isRevoked && isOwner
    /** A question that a device asks after it was revoked lets nobody in. What it decided is a fact. */
    const isQuestion = ({ scanned_at, clock_offset }: (typeof scans)[number]): boolean =>
      isRevoked &&
      (device.revoked_at === null || correctedTime(scanned_at, clock_offset ?? offset, ctx.now) > device.revoked_at)
    /**
     * A question is as old as the clock of its device says that it was when it was sent: the offset that the device knew can
     * be that of before somebody put its clock right.
     */
    const whenOf = ({ scanned_at, clock_offset, said }: (typeof scans)[number]): Date => {
      const known = correctedTime(scanned_at, clock_offset ?? offset, ctx.now)
      const asSent = correctedTime(scanned_at, offset, ctx.now)
      return (said ?? null) === null && asSent > known ? asSent : known
    }
    const outcomes = await Promise.allSettled(
      scans.map((scan) =>
        storeScan(ctx.deps, {
          text: storable(scan.code ?? ''),
          participantId: scan.participant_id ?? null,
          direction: scan.direction,
          scanId: scan.scan_id,
          deviceId: device_id,
          pointId: scan.point_id ?? null,
          scannedAt: whenOf(scan),
          deviceTime: deviceTime(scan.scanned_at),
          said: scan.said ?? (isQuestion(scan) ? 'kept' : null),
          undoneAt: scan.undone_at ? correctedTime(scan.undone_at, scan.clock_offset ?? offset, ctx.now) : null,
          isDevice: true,
          isFromRevoked: isRevoked,
          // What a device decided or undid is a fact. What it asks is for its own account to know.
          events: (scan.said && scan.said !== 'kept') || scan.undone_at ? events : own,
          scannedBy: ctx.caller.id,
          language: ctx.language,
        }),
      ),
    )
    const shift = await shiftOf(ctx)
    const stored = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.storedAt] : []))
    return {
      now: (stored.sort((a, b) => b.getTime() - a.getTime())[0] ?? ctx.deps.clock()).toISOString(),
      revoked: isRevoked,
      may_search,
      device_key: isOwner ? deviceKey(ctx.deps, device_id) : null,
      search_key: may_search ? searchKey(ctx.deps, device_id).toString('base64url') : null,
      event_ids: isOwner ? events : own,
      shift: { from: shift.from.toISOString(), until: shift.until.toISOString() },
      scans: outcomes.map((outcome, index): SyncedScan => {
        const { scan_id = '', said: given, undone_at } = scans[index] ?? {}
        const said = given ?? null
        if (outcome.status === 'rejected') {
          ctx.deps.log.warn({ err: outcome.reason, scan_id, device_id }, 'a scan was not stored')
          return { scan_id, stored: false, result: null, corrected: false, double_entry: null, reservation: null }
        }
        // A revoked device has delivered it, and learns nothing: not even whether a code exists or is paid.
        if (isRevoked)
          return { scan_id, stored: true, result: null, corrected: false, double_entry: null, reservation: null }
        const { result, double_entry, reservation, isKept } = outcome.value
        // A question lets nobody in, so the answer must not say that it does.
        if (isKept && result === 'ok')
          return { scan_id, stored: true, result: null, corrected: false, double_entry: null, reservation: null }
        // Nobody has to look for somebody whom the device did not let in after all.
        const corrected = said !== null && said !== result && !undone_at
        const isShown = corrected || double_entry !== null || said === null
        return {
          scan_id,
          stored: true,
          result,
          corrected,
          double_entry,
          // A device of somebody who is not assigned to the event any more learns no names.
          reservation: isShown && reservation && own.includes(reservation.event_id) ? reservation : null,
        }
      }),
    }
  }),
  listDevices: reads((ctx, { params }) => listDevices(ctx.db, ctx.now, params.id, ctx.language)),
  updateDevice: writes(async (ctx, { params, body }) => {
    const before = found(await findDevice(ctx.tx, ctx.now, params.id, params.device_id, ctx.language))
    await updateDevice(ctx.tx, ctx.now, before._id, {
      may_search: body.may_search,
      revokedBy: body.revoked ? ctx.caller.id : null,
    })
    ctx.publish('gate', 'checkin', { event_id: params.id })
    ctx.publish('staff', 'checkin', { event_id: params.id })
    return changed(
      ctx,
      'checkin_users',
      before,
      found(await findDevice(ctx.tx, ctx.now, params.id, before._id, ctx.language)),
    )
  }),
})
