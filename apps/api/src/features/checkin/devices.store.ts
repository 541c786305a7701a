import type { GateDevice } from '@shiloh/contract/checkin/devices'
import type { Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Caller } from '#platform/auth/auth.store'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { POINT_TIME } from './point-time.store.ts'

/**
 * When the last session on a device ended. Null: one is live. Sessions that ended long ago are deleted, and the last
 * contact is all that is left of them.
 */
const endedAt = (now: Date) => sql<Date | null>`(
  select case when bool_or(l.revoked_at is null and l.expires_at > ${now}) then null
    else coalesce(max(least(l.revoked_at, l.expires_at)), d.seen_at) end
  -- Another account can deliver what waits on it: that is not the shift of its own.
  from gate_device_sessions ds join sessions l on l.id = ds.session_id and l.user_id = d.user_id where ds.device_id = d.id)`

const rows = (db: Queryable, now: Date, eventId: string, language: Language) =>
  db
    .selectFrom('gate_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin(
      sql<{ device_id: string; scans: number; point_id: string | null }>`(
        select device_id, count(*)::int as scans, (array_agg(point_id order by scanned_at desc))[1] as point_id
        from scans where event_id = ${eventId} group by device_id)`.as('s'),
      (join) => join.on(sql<boolean>`s.device_id = d.id`),
    )
    .leftJoin('scan_points as sp', 'sp.id', 's.point_id')
    .select([
      'd.id as _id',
      'd.name',
      sql<string>`concat_ws(' ', u.first_name, u.last_name)`.as('user'),
      'd.may_search',
      'd.registered_at',
      'd.seen_at',
      'd.queue_length',
      'd.bundle_at',
      'd.battery',
      toldIn(language, 'sp', 'name').$castTo<string | null>().as('point'),
      POINT_TIME.as('point_starts_at'),
      endedAt(now).as('ended_at'),
      sql<number>`coalesce(s.scans, 0)`.as('scans'),
      'd.revoked_at',
    ])
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const view = ({
  registered_at,
  seen_at,
  bundle_at,
  point_starts_at,
  ended_at,
  revoked_at,
  ...row
}: Row): GateDevice => ({
  ...row,
  registered_at: registered_at.toISOString(),
  seen_at: seen_at.toISOString(),
  bundle_at: bundle_at?.toISOString() ?? null,
  point_starts_at: point_starts_at?.toISOString() ?? null,
  ended_at: ended_at?.toISOString() ?? null,
  revoked_at: revoked_at?.toISOString() ?? null,
})

/** Registers a browser for events, and returns its id. */
export const insertDevice = async (
  tx: Tx,
  now: Date,
  {
    userId,
    sessionId,
    name,
    eventIds,
  }: {
    readonly userId: string
    readonly sessionId: string
    readonly name: string
    readonly eventIds: readonly string[]
  },
): Promise<string> => {
  const { id } = await tx
    .insertInto('gate_devices')
    .values({ user_id: userId, name, registered_at: now, seen_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  // One session is one browser: what it was registered as before does not work any more.
  await tx
    .deleteFrom('gate_device_sessions')
    .where('session_id', '=', sessionId)
    .where('device_id', 'in', (sub) => sub.selectFrom('gate_devices').select('id').where('user_id', '=', userId))
    .execute()
  await noteSession(tx, id, sessionId)
  await noteEvents(tx, id, eventIds)
  return id
}

/**
 * Notes that a device serves these events, and returns those that it did not serve before. It keeps them when its account loses
 * them: what it decides there is delivered later.
 */
export const noteEvents = async (tx: Tx, deviceId: string, eventIds: readonly string[]): Promise<string[]> => {
  if (eventIds.length === 0) return []
  const added = await tx
    .insertInto('gate_device_events')
    .values(eventIds.map((event_id) => ({ device_id: deviceId, event_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .execute()
  return added.map(({ event_id }) => event_id)
}

const noteSession = async (tx: Tx, deviceId: string, sessionId: string): Promise<void> => {
  await tx
    .insertInto('gate_device_sessions')
    .values({ device_id: deviceId, session_id: sessionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks registrations, and returns the names and owners of live devices of these events and of this account. */
export const lockNames = async (
  tx: Tx,
  userId: string,
  eventIds: readonly string[],
): Promise<{ readonly name: string; readonly isOwn: boolean }[]> => {
  await sql`select pg_advisory_xact_lock(hashtext('gate_devices.names'))`.execute(tx)
  const { rows } = await sql<{ name: string; isOwn: boolean }>`
    select name, user_id = ${userId} as "isOwn" from gate_devices d
    where revoked_at is null and (user_id = ${userId} or exists (
      select from gate_device_events e where e.device_id = d.id and e.event_id = any(${eventIds}::text[])))`.execute(tx)
  return rows
}

const EVENT_IDS = sql<
  string[]
>`array(select event_id::text from gate_device_events where device_id = gate_devices.id order by event_id)`.as(
  'event_ids',
)

/** What a device says about itself at a contact. */
export interface Contact {
  readonly queue_length?: number | undefined
  readonly bundle_at?: string | null | undefined
  readonly battery?: number | null | undefined
}

/**
 * Notes a contact and its session, and returns the device with its events. Another account can deliver its scans from the
 * same phone, but does not become its user.
 */
export const noteContact = async (
  tx: Tx,
  now: Date,
  id: string,
  { sessionId }: Pick<Caller, 'sessionId'>,
  contact: Contact,
) => {
  const { queue_length, bundle_at, battery } = contact
  await noteSession(tx, id, sessionId)
  return tx
    .updateTable('gate_devices')
    .set({
      seen_at: now,
      ...(queue_length === undefined ? {} : { queue_length }),
      ...(bundle_at === undefined ? {} : { bundle_at }),
      ...(battery === undefined ? {} : { battery }),
    })
    .where('id', '=', id)
    .returning(['user_id', 'may_search', 'revoked_at', EVENT_IDS])
    .executeTakeFirstOrThrow()
}

const ofEvent = (db: Queryable, now: Date, eventId: string, language: Language) =>
  rows(db, now, eventId, language).where('d.id', 'in', (sub) =>
    sub.selectFrom('gate_device_events').select('device_id').where('event_id', '=', eventId),
  )

/** Returns the devices of an event, those that were seen last on top. */
export const listDevices = async (
  db: Queryable,
  now: Date,
  eventId: string,
  language: Language,
): Promise<GateDevice[]> =>
  (await ofEvent(db, now, eventId, language).orderBy('d.seen_at', 'desc').orderBy('d.id').limit(500).execute()).map(
    view,
  )

export const findDevice = async (
  db: Queryable,
  now: Date,
  eventId: string,
  id: string,
  language: Language,
): Promise<GateDevice | undefined> => {
  const row = await ofEvent(db, now, eventId, language).where('d.id', '=', id).executeTakeFirst()
  return row && view(row)
}

/** Returns whose a device is, what it may have, and the events that it serves. */
export const findRegistered = (db: Queryable, id: string) =>
  db
    .selectFrom('gate_devices')
    .select(['user_id', 'may_search', 'revoked_at', EVENT_IDS])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Revokes a device, or changes what it may do. A second revocation changes nothing. All sessions that were signed in on a
 * revoked device may only deliver scans.
 */
export const updateDevice = async (
  tx: Tx,
  now: Date,
  id: string,
  { may_search, revokedBy }: { readonly may_search?: boolean | undefined; readonly revokedBy: string | null },
): Promise<void> => {
  await tx
    .updateTable('gate_devices')
    .set({
      ...(may_search === undefined ? { id } : { may_search }),
      ...(revokedBy === null
        ? {}
        : {
            revoked_at: sql<Date>`coalesce(revoked_at, ${now})`,
            revoked_by: sql<string>`coalesce(revoked_by, ${revokedBy})`,
          }),
    })
    .where('id', '=', id)
    .execute()
  if (revokedBy !== null)
    await tx
      .updateTable('sessions')
      .set({ device_revoked: true })
      .where('id', 'in', (sub) =>
        sub.selectFrom('gate_device_sessions').select('session_id').where('device_id', '=', id),
      )
      .execute()
}
