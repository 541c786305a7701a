import type { AlertKind, alertRoutes } from '@shiloh/contract/alerts/alerts'
import { ALERT_KINDS, ALERT_RULES } from '@shiloh/contract/alerts/alerts'
import type { Language, QueryOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Alerts } from '#db'
import { shown } from '#platform/auth/denied.store'
import { deniedTo, holding } from '#platform/auth/holders.store'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { fits, type ListSql, paginate } from '#platform/db/pages.store'
import { contains, hasCode, personKey } from '#platform/db/search.store'

const columns = [
  'a.id',
  'a.kind',
  'a.data',
  'a.created_at',
  'a.updated_at',
  'a.snoozed_until',
  'a.resolved_at',
  'a.resolution',
  'a.resolved_by',
] as const

/** An administrator, with the kinds that their permissions cover. */
export interface AlertReader {
  readonly id: string
  readonly kinds: readonly AlertKind[]
  /** What the kinds are called in their language. */
  readonly names: Readonly<Partial<Record<AlertKind, string>>>
  readonly language: Language
}

const named = (field: string) => sql`(a.data ->> ${sql.lit(field)})`

/** Alerts for one person are for everybody once that person cannot see them. Only those of tickets are for one person. */
const isFor = ({ id, kinds }: AlertReader) => sql<boolean>`a.kind = any(${[...kinds]}::text[])
  and (coalesce(a.data ->> 'assignee_id', ${id}) = ${id} or not exists (select 1 from users assignee
    where assignee.id = a.data ->> 'assignee_id' and assignee.status = 'approved' and assignee.user_type = 'admin'
      and assignee.id in ${holding(ALERT_RULES.ticket_assigned.permission)}
      and not ${deniedTo(
        sql`assignee.id`,
        ['payment_id', 'reservation_id', 'event_id', 'user_id', 'ticket_id'].map(named),
      )}))`

const reading = (db: Queryable, reader: AlertReader) =>
  db
    .selectFrom('alerts as a')
    .leftJoin('users as u', 'u.id', 'a.resolved_by')
    .select(columns)
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('resolver'))
    // What it was called when the alert was raised is in its data.
    .select(
      sql<string | null>`(select ${toldIn(reader.language, 'e', 'name')} from events e
        where e.id = coalesce(a.data ->> 'event_id',
          (select v.event_id from reservations v where v.id = a.data ->> 'reservation_id')))`.as('event'),
    )
    .where(isFor(reader))

export type AlertRow = Awaited<ReturnType<typeof findAlert>> & object

/** The subject of an alert is what its data name. Hides alerts whose subject is hidden. */
const aboutShown = (query: object) =>
  shown(query, {
    payment: named('payment_id'),
    reservation: named('reservation_id'),
    event: named('event_id'),
    person: named('user_id'),
  })

/** Returns one alert if it is for the reader and its subject is not hidden by the query. */
export const findAlert = (db: Queryable, id: string, reader: AlertReader, query: object) =>
  reading(db, reader).where('a.id', '=', id).where(aboutShown(query)).executeTakeFirst()

/** The words of an alert: what it is about, its kind in the reader's language, and the person whom it concerns. */
const wordsOfAlert = ({ names }: AlertReader, search: string, query: object) => [
  sql`a.subject`,
  sql`(select string_agg(d.value, ' ') from jsonb_each_text(a.data) d where d.key not like '%_id')`,
  sql`(${JSON.stringify(names)}::jsonb ->> a.kind)`,
  sql`(select ${personKey(search, query, 'p')} from users p where p.id = coalesce(a.data ->> 'user_id',
    (select v.user_id from reservations v where v.id = a.data ->> 'reservation_id')))`,
]

const listed = (now: Date, reader: AlertReader) =>
  ({
    table: 'a',
    sort: {},
    filter: {
      search: (words, query) =>
        sql<boolean>`(${contains(words, ...wordsOfAlert(reader, words, query))} or ${hasCode(words, sql`(a.data ->> 'code')`)})`,
      severity: ({ values, except }) =>
        fits(sql`a.kind`, {
          values: ALERT_KINDS.filter((kind) => values.includes(ALERT_RULES[kind].severity)),
          except,
        }),
      state: (state) => {
        switch (state) {
          case 'resolved':
            return sql<boolean>`a.resolved_at is not null`
          case 'snoozed':
            return sql<boolean>`(a.resolved_at is null and a.snoozed_until > ${now})`
          case 'open':
            return sql<boolean>`(a.resolved_at is null and (a.snoozed_until is null or a.snoozed_until <= ${now}))`
        }
      },
    },
  }) as const satisfies ListSql<typeof alertRoutes.listAlerts, Alerts>

export const listAlerts = (
  db: Queryable,
  reader: AlertReader,
  query: QueryOf<typeof alertRoutes.listAlerts>,
  now: Date,
) => paginate(reading(db, reader).where(aboutShown(query)), query, listed(now, reader))

/** Counts the open alerts of each kind. */
export const countOpen = async (db: Queryable, reader: AlertReader, query: object, now: Date) =>
  db
    .selectFrom('alerts as a')
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .where(isFor(reader))
    .where(aboutShown(query))
    .where('resolved_at', 'is', null)
    .where((eb) => eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', now)]))
    .groupBy('kind')
    .execute()

export const closeAlert = async (tx: Tx, id: string, by: string, resolution: string, now: Date): Promise<void> => {
  await tx
    .updateTable('alerts')
    .set({ resolved_at: now, resolved_by: by, resolution, updated_at: now })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .execute()
}

/** Opens a closed alert again. Returns whether it was, and no other is open for the same. */
export const reopenAlert = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    update alerts a set resolved_at = null, resolved_by = null, resolution = '', updated_at = ${now}
    where a.id = ${id} and a.resolved_at is not null and not exists (
      select 1 from alerts o where o.kind = a.kind and o.subject = a.subject and o.resolved_at is null)
    returning a.id`.execute(tx)
  return rows.length > 0
}

export const saveSnooze = async (tx: Tx, id: string, until: Date | null): Promise<void> => {
  await tx.updateTable('alerts').set({ snoozed_until: until }).where('id', '=', id).execute()
}

/** Returns the alerts that nobody was notified of yet and marks them as announced. */
export const takeUntold = async (tx: Tx, now: Date) =>
  tx
    .updateTable('alerts')
    .set({ told_at: now })
    .where('told_at', 'is', null)
    .where('resolved_at', 'is', null)
    .where('kind', 'in', ALERT_KINDS)
    .returning(['id', 'kind', 'data'])
    .execute()

/** Returns the alerts that were not mailed yet, of the given kinds, and marks them as mailed. */
export const takeUnmailed = async (tx: Tx, kinds: readonly AlertKind[], now: Date) =>
  tx
    .updateTable('alerts')
    .set({ mailed_at: now })
    .where('mailed_at', 'is', null)
    .where('resolved_at', 'is', null)
    .where('kind', 'in', ['', ...kinds])
    .returning(['id', 'kind', 'data'])
    .execute()

/** Returns the administrators who can sign in. */
export const findAdministrators = async (db: Queryable): Promise<string[]> =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('user_type', '=', 'admin')
      .where('status', '=', 'approved')
      .where('erased_at', 'is', null)
      .execute()
  ).map(({ id }) => id)

/** Returns the tasks with a job in the queue that has used up its attempts. */
export const findFailedTasks = async (db: Queryable): Promise<{ task: string; error: string; count: number }[]> => {
  const { rows } = await sql<{ task: string; error: string; count: number }>`
    select task_identifier as task, coalesce(max(last_error), '') as error, count(*)::int as count
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and last_error is not null
    group by task_identifier`.execute(db)
  return rows
}

/** Returns published events that are not over and have no places left. */
export const findSoldOut = async (
  db: Queryable,
  now: Date,
): Promise<{ id: string; name: string; capacity: number }[]> => {
  const { rows } = await sql<{ id: string; name: string; capacity: number }>`
    select e.id, e.name, q.capacity from events e join quotas q on q.event_id = e.id and q.kind = 'event'
    where e.status = 'published' and e.ends_at > ${now} and q.capacity > 0 and q.claimed >= q.capacity`.execute(db)
  return rows
}
