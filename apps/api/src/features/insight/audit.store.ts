import type { QueryOf } from '@shiloh/contract/core'
import type { AuditEntry, insightRoutes } from '@shiloh/contract/insight'
import { type RawBuilder, sql } from 'kysely'
import type { AuditTrail } from '#db'
import { shown, shownObject } from '#platform/auth/denied.store'
import { countAbout } from '#platform/db/count.store'
import type { Queryable } from '#platform/db/db'
import { offsetOf, type Page } from '#platform/db/pages'
import { conditions, type ListSql } from '#platform/db/pages.store'
import type { RowOf } from '#platform/db/rows'
import { hasWords, matchesPerson } from '#platform/db/search.store'
import { spanOf } from './days.store.ts'

type AuditColumns = 'at' | 'action' | 'resource' | 'object_id' | 'label' | 'changes' | 'ip' | 'request_id'
export interface AuditRow extends RowOf<Pick<AuditEntry, AuditColumns>, 'at'> {
  seq: number
  actor_id: string | null
  actor_name: string
  actor_type: string | null
}
export interface FullAuditRow extends AuditRow {
  before: unknown
  after: unknown
}

type Routes = typeof insightRoutes
type Query = QueryOf<Routes['listAuditTrail']>

const COLUMNS = sql`
  a.seq, a.at, a.actor_id, coalesce(nullif(a.actor_name, ''), u.first_name || ' ' || u.last_name, '') as actor_name, u.user_type as actor_type,
  a.action, a.resource, a.object_id, a.ip, a.request_id, coalesce(audit_label(a.before, a.after), o.first_name || ' ' || o.last_name) as label,
  case when jsonb_typeof(a.before) = 'object' and jsonb_typeof(a.after) = 'object' then array(
    select key from jsonb_object_keys(a.before || a.after) as key
    where key <> 'updated_at' and (a.before -> key) is distinct from (a.after -> key) order by key limit 12)
  else '{}' end as changes`

// If the entry names no object (a sign-in, a password), the account it acted on is shown by name.
const JOINS = sql`left join users u on u.id = a.actor_id left join users o on o.id = a.object_id`

const trail = {
  table: 'a',
  sort: {},
  filter: {
    // Each part has an index: rare values are found by it, common ones in time order.
    search: (words) =>
      sql<boolean>`(${hasWords(words, sql`audit_search(a.actor_name, a.before, a.after)`)}
        or a.object_id = ${words} or a.request_id = ${words})`,
    // Days in the organisation's time zone. `spanOf` reads both.
    from: () => undefined,
    to: () => undefined,
  },
} as const satisfies ListSql<Routes['listAuditTrail'], AuditTrail>

/** Whether an entry is about nothing that is hidden from the sender of the query, and names nothing that is. */
const shownEntry = (query: object) => shownObject(query, 'a.object_id', ['a.before', 'a.after'])

const conditionsOf = async (
  db: Queryable,
  query: Omit<Query, 'page' | 'page_size' | 'sort'>,
): Promise<RawBuilder<unknown>> => {
  const { since, until } = await spanOf(db, query)
  const all = [
    shownEntry(query),
    ...(since ? [sql`a.at >= ${since}`] : []),
    ...(until ? [sql`a.at < ${until}`] : []),
    ...conditions(query, trail),
  ]
  return sql.join(all, sql` and `)
}

/**
 * Lists the audit trail, filtered. The page is selected from the trail alone. Names and changes are resolved for its
 * rows only.
 */
export const listAudit = async (db: Queryable, query: Query): Promise<Page<AuditRow>> => {
  const [term] = query.sort
  const direction = sql.raw(term?.direction ?? 'desc')
  const from = sql`from audit_trail a where ${await conditionsOf(db, query)}`
  const { rows } = await sql<AuditRow>`
    with page as (
      select a.seq, row_number() over (order by a.at ${direction}, a.seq ${direction}) as position ${from}
      order by a.at ${direction}, a.seq ${direction} limit ${query.page_size} offset ${offsetOf(query)})
    select ${COLUMNS} from page join audit_trail a on a.seq = page.seq ${JOINS}
    order by page.position`.execute(db)
  return { items: rows, total: await countAbout(db, from) }
}

/** Returns a reader for exports: chunk by chunk, newest first. */
export const auditReader = async (db: Queryable, query: QueryOf<Routes['exportAuditTrail']>) => {
  const matches = await conditionsOf(db, query)
  return async (last: FullAuditRow | undefined, size: number): Promise<FullAuditRow[]> => {
    const after = last ? sql`(a.at, a.seq) < (${last.at}, ${last.seq})` : sql`true`
    const { rows } = await sql<FullAuditRow>`
      select ${COLUMNS}, a.before, a.after from audit_trail a ${JOINS}
      where ${matches} and ${after} order by a.at desc, a.seq desc limit ${size}`.execute(db)
    return rows
  }
}

export const findAudit = async (db: Queryable, seq: number, query: object): Promise<FullAuditRow | undefined> => {
  const { rows } = await sql<FullAuditRow>`
    select ${COLUMNS}, a.before, a.after from audit_trail a ${JOINS}
    where a.seq = ${seq} and ${shownEntry(query)}`.execute(db)
  return rows[0]
}

/** Returns the distinct values of a column by skipping along its index. */
const distinct = async (db: Queryable, column: 'action' | 'resource'): Promise<string[]> => {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive hop(value) as (
      (select ${name} from audit_trail order by ${name} limit 1)
      union all
      select (select ${name} from audit_trail where ${name} > hop.value order by ${name} limit 1) from hop
      where hop.value is not null)
    select value from hop where value is not null`.execute(db)
  return rows.map(({ value }) => value)
}

export const readFacets = async (db: Queryable) => ({
  actions: await distinct(db, 'action'),
  resources: await distinct(db, 'resource'),
})

/** Returns people to filter by: administrators, or people whose name, phone or address matches the search. */
export const pickActors = async (db: Queryable, query: { readonly search?: string | undefined }) => {
  const { search } = query
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.first_name || ' ' || u.last_name as name from users u
    where ${search ? matchesPerson(search, query) : sql`u.user_type = 'admin'`} and ${shown(query, { person: 'u.id' })}
    order by u.user_type <> 'admin', u.last_name, u.first_name, u.id limit 50`.execute(db)
  return rows
}
