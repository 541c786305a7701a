import { SEEDED_ROLES } from '@shiloh/contract/authorization'
import type { BodyOf } from '@shiloh/contract/core'
import {
  FILTERS,
  GROUPINGS,
  REPORT_FORMATS,
  REPORTS,
  type reportRoutes,
  SCHEDULE_EVERY,
  type ScheduleBody,
} from '@shiloh/contract/reports'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'

type Routes = typeof reportRoutes

const filters = z.partialRecord(z.enum(FILTERS), z.string())

const saved = (db: Queryable) =>
  db
    .selectFrom('saved_reports as s')
    .innerJoin('users as u', 'u.id', 's.owner_id')
    .select([
      's.id',
      's.owner_id',
      sql<string>`u.first_name || ' ' || u.last_name`.as('owner'),
      's.name',
      's.shared',
      's.report',
      's.grouping',
      's.filters',
    ])

type StoredSaved = Awaited<ReturnType<ReturnType<typeof saved>['executeTakeFirstOrThrow']>>

/** A report that was renamed or removed is not shown any more. */
const toSaved = ({ report, grouping, filters: kept, ...row }: StoredSaved) => {
  const name = REPORTS.find((one) => one === report)
  return name
    ? [
        {
          ...row,
          report: name,
          grouping: GROUPINGS.find((one) => one === grouping) ?? null,
          filters: filters.parse(kept),
        },
      ]
    : []
}
export type SavedRow = ReturnType<typeof toSaved>[number]

/** Returns the saved reports that are somebody's own or shared, their own first. */
export const listSaved = async (db: Queryable, userId: string): Promise<SavedRow[]> => {
  const rows = await saved(db)
    .where((where) => where.or([where('s.owner_id', '=', userId), where('s.shared', '=', true)]))
    .orderBy(sql`s.owner_id <> ${userId}`)
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(200)
    .execute()
  return rows.flatMap(toSaved)
}

export const findSaved = async (db: Queryable, id: string): Promise<SavedRow | undefined> =>
  (await saved(db).where('s.id', '=', id).execute()).flatMap(toSaved)[0]

/** Returns an own saved report, locked. */
export const lockOwnSaved = async (tx: Tx, id: string, ownerId: string): Promise<SavedRow | undefined> => {
  await tx.selectFrom('saved_reports').select('id').where('id', '=', id).forUpdate().execute()
  const row = await findSaved(tx, id)
  return row?.owner_id === ownerId ? row : undefined
}

export const insertSaved = (tx: Tx, now: Date, ownerId: string, body: BodyOf<Routes['saveReport']>) =>
  tx
    .insertInto('saved_reports')
    .values({
      ...body,
      filters: JSON.stringify(body.filters),
      owner_id: ownerId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateSaved = async (
  tx: Tx,
  now: Date,
  id: string,
  { filters: kept, ...body }: BodyOf<Routes['updateSaved']>,
) => {
  await tx
    .updateTable('saved_reports')
    .set({ ...patchSet(body), ...(kept && { filters: JSON.stringify(kept) }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes a saved report with its schedules. Returns the events that they were for. */
export const deleteSaved = async (tx: Tx, id: string): Promise<string[]> => {
  const gone = await tx.deleteFrom('report_schedules').where('saved_report_id', '=', id).returning('event_id').execute()
  await tx.deleteFrom('saved_reports').where('id', '=', id).execute()
  return gone.map(({ event_id }) => event_id)
}

// ── Schedules ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The subject of the alert that a schedule, of one saved report for one event, is not sent. */
export const heldSubject = (savedId: string, eventId: string): string => `${savedId}:${eventId}`

const schedules = (db: Queryable) =>
  db
    .selectFrom('report_schedules as t')
    .innerJoin('saved_reports as s', 's.id', 't.saved_report_id')
    .innerJoin('roles as r', 'r.id', 't.role_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .select([
      't.saved_report_id',
      't.event_id',
      't.role_id',
      'r.name as role',
      'r.key as role_key',
      't.every',
      't.on_day',
      't.hour',
      't.format',
      't.paused',
      't.next_at',
      't.last_at',
      't.last_readers',
      's.report',
      'e.status as event_status',
    ])

/** Other roles are named by the organisation. */
const keyOf = (key: string | null) => SEEDED_ROLES.find((one) => one === key) ?? null

type StoredSchedule = Awaited<ReturnType<ReturnType<typeof schedules>['executeTakeFirstOrThrow']>>
const toSchedule = ({ every, format, report, role_key, ...row }: StoredSchedule) => ({
  ...row,
  role_key: keyOf(role_key),
  every: z.enum(SCHEDULE_EVERY).parse(every),
  format: z.enum(REPORT_FORMATS).parse(format),
  report: REPORTS.find((one) => one === report),
})
export type ScheduleRow = ReturnType<typeof toSchedule>

export const listSchedules = async (db: Queryable, eventId: string, savedIds: readonly string[]) =>
  savedIds.length === 0
    ? []
    : (
        await schedules(db)
          .where('t.event_id', '=', eventId)
          .where('t.saved_report_id', 'in', [...savedIds])
          .execute()
      ).map(toSchedule)

/** Writes the schedule of a saved report for an event, or replaces it. */
export const saveSchedule = async (tx: Tx, now: Date, savedId: string, body: ScheduleBody, nextAt: Date) => {
  const values = { ...body, next_at: nextAt, updated_at: now }
  await tx
    .insertInto('report_schedules')
    .values({ ...values, saved_report_id: savedId, created_at: now })
    .onConflict((on) => on.columns(['saved_report_id', 'event_id']).doUpdateSet(values))
    .execute()
}

export const deleteSchedule = async (tx: Tx, savedId: string, eventId: string) => {
  await tx
    .deleteFrom('report_schedules')
    .where('saved_report_id', '=', savedId)
    .where('event_id', '=', eventId)
    .execute()
}

/** Takes one schedule that is due, locked. Another process skips it. */
export const takeDue = async (tx: Tx, now: Date): Promise<ScheduleRow | undefined> => {
  const row = await schedules(tx)
    .where('t.paused', '=', false)
    .where('t.next_at', '<=', now)
    .orderBy('t.next_at')
    .limit(1)
    .forUpdate('t')
    .skipLocked()
    .executeTakeFirst()
  return row && toSchedule(row)
}

export const moveOn = async (
  tx: Tx,
  { saved_report_id, event_id }: ScheduleRow,
  to: { readonly next_at: Date; readonly last_at?: Date; readonly last_readers?: number },
) => {
  await tx
    .updateTable('report_schedules')
    .set(to)
    .where('saved_report_id', '=', saved_report_id)
    .where('event_id', '=', event_id)
    .execute()
}

/** An administrator who has a role. */
export interface Holder {
  readonly role_id: string
  readonly user_id: string
  readonly name: string
}

/** Returns the active administrators with an e-mail address of each role. */
export const findHolders = async (db: Queryable, roleId?: string): Promise<Holder[]> => {
  let select = db
    .selectFrom('user_roles as h')
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .select(['h.role_id', 'h.user_id', 'u.first_name as name'])
    .where('u.user_type', '=', 'admin')
    .where('u.status', '=', 'approved')
    .where('u.erased_at', 'is', null)
    .where('u.email', 'is not', null)
  if (roleId) select = select.where('h.role_id', '=', roleId)
  return select.execute()
}

export const listRoles = async (db: Queryable) =>
  (await db.selectFrom('roles').select(['id as _id', 'name', 'key']).orderBy('name').execute()).map((role) => ({
    ...role,
    key: keyOf(role.key),
  }))

/** The organisation's name on files, and the zone that schedules follow. */
export const findOffice = async (db: Queryable): Promise<{ readonly name: string; readonly time_zone: string }> =>
  db.selectFrom('client_groups').select(['name', 'time_zone']).executeTakeFirstOrThrow()
