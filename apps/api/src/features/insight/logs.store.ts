import type { QueryOf } from '@shiloh/contract/core'
import type { insightRoutes, LogFilter, LogFilterOf, LogOf, LogType } from '@shiloh/contract/insight'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Belongs, shown } from '#platform/auth/denied.store'
import { countAbout } from '#platform/db/count.store'
import type { Db, Queryable } from '#platform/db/db'
import { likePattern, offsetOf, type Page } from '#platform/db/pages'
import { conditions } from '#platform/db/pages.store'
import type { RowOf } from '#platform/db/rows'
import { contains, hasCode, matchesPerson, wordsOf } from '#platform/db/search.store'
import { spanOf } from './days.store.ts'

type Filter = LogFilter & { readonly search?: string | undefined }

/** The source of a log. In its fragments, `l` is the log's own table. */
export interface Source<Row, T extends LogType = LogType> {
  readonly table: 'access_logs' | 'messages' | 'payment_events' | 'import_runs' | 'error_logs' | 'security_logs'
  /** The time column that the log is ordered by. */
  readonly at: 'at' | 'created_at' | 'received_at'
  readonly columns: RawBuilder<Row>
  readonly joins: RawBuilder<unknown>
  /** The subject of a row. The row is hidden from readers who are denied the subject. */
  readonly belongs: Belongs
  /** A condition on all rows of the log, if other logs share its table. */
  readonly where?: RawBuilder<SqlBool>
  /** What each filter compares: the column that equals the value, or a condition. */
  readonly filter: {
    readonly [K in LogFilterOf<T>]: string | ((value: NonNullable<LogFilter[K]>) => RawBuilder<SqlBool>)
  }
  readonly search: (db: Queryable, search: string, reading: Reading) => Promise<RawBuilder<unknown>>
}

interface Base {
  id: string | number
  at: Date
}
export interface WithUser extends Base {
  user_id: string | null
  user_name: string | null
  user_type: string | null
}

const USER = sql`u.id as user_id, u.first_name || ' ' || u.last_name as user_name, u.user_type`
const JOIN_USER = sql`left join users u on u.id = l.user_id`

/** Maximum number of people that a search looks for. A search with more matches is about everybody. */
const MOST_PEOPLE = 1000

/** Returns people who match a search. They are looked up first, so that the log can be searched with its indexes. */
const peopleLike = async (db: Queryable, search: string, { query }: Reading): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where ${matchesPerson(search, query)} limit ${sql.lit(MOST_PEOPLE)}`.execute(db)
  return rows.map(({ id }) => id)
}

const has = (column: string, value: string): RawBuilder<SqlBool> => sql`${sql.ref(column)} ilike ${likePattern(value)}`

/**
 * Whether each word of a search, in any order, is in the column or is a word of the account. Both have indexes. People
 * are looked up by all words together too: thousands can have one first name, few have both names.
 */
const ofPersonOr = async (
  db: Queryable,
  search: string,
  reading: Reading,
  column: string,
): Promise<RawBuilder<unknown>> => {
  const words = wordsOf(search)
  const isIn = async (text: string) => sql`l.user_id = any(${await peopleLike(db, text, reading)})`
  const each = await Promise.all(words.map(async (word) => sql`(${has(column, word)} or ${await isIn(word)})`))
  if (each.length === 0) return has(column, search)
  return sql`(${await isIn(search)} or ${sql.join(each, sql` and `)})`
}

export interface AccessRow extends WithUser, RowOf<Pick<LogOf<'access'>, 'route' | 'comment' | 'ip' | 'user_agent'>> {}
export const access: Source<AccessRow, 'access'> = {
  table: 'access_logs',
  at: 'at',
  columns: sql`l.id, l.at, ${USER}, l.route, l.comment, l.ip, l.user_agent`,
  joins: JOIN_USER,
  belongs: { person: 'l.user_id' },
  filter: { user_id: 'l.user_id', route: (text) => has('l.route', text), ip: 'l.ip' },
  search: (tx, search, reading) => ofPersonOr(tx, search, reading, 'l.route'),
}

type MessageColumns = 'recipient' | 'template' | 'language' | 'status' | 'attempts' | 'error' | 'sent_at'
export interface MessageRow extends WithUser, RowOf<Pick<LogOf<'mail' | 'sms'>, MessageColumns>, 'sent_at'> {
  message_id: string | null
}
export const messages = (channel: 'mail' | 'sms'): Source<MessageRow, 'mail' | 'sms'> => ({
  table: 'messages',
  at: 'created_at',
  columns: sql`l.id, l.created_at as at, ${USER}, l.recipient, l.template, l.language, l.status, l.attempts, l.error, l.sent_at,
    (select r.message_id from bulk_recipients r where r.user_id = l.user_id and l.id in (r.mail_id, r.sms_id) limit 1) as message_id`,
  joins: JOIN_USER,
  belongs: { person: 'l.user_id' },
  where: sql`l.channel = ${channel}`,
  filter: {
    status: 'l.status',
    template: 'l.template',
    recipient: (address) => sql`l.recipient = ${address.toLowerCase()}`,
    user_id: 'l.user_id',
  },
  // A reader who cannot see people finds only a complete address, which they know already.
  search: async (tx, search, reading) =>
    reading.seesPeople
      ? sql`(l.recipient = ${search.toLowerCase()} or l.user_id = any(${await peopleLike(tx, search, reading)}))`
      : sql`l.recipient = ${search.toLowerCase()}`,
})

export interface PaymentRow extends Base, RowOf<Pick<LogOf<'payments'>, 'provider' | 'event' | 'reference'>> {
  payment_status: string | null
  amount: number | null
  currency: string | null
  reservation_id: string | null
  code: string | null
  outcome: string | null
}
export const payments: Source<PaymentRow, 'payments'> = {
  table: 'payment_events',
  at: 'received_at',
  columns: sql`
    l.id, l.received_at as at, l.provider, l.reference, l.outcome, p.status as payment_status, p.amount, p.currency, r.id as reservation_id, r.code,
    coalesce(l.payload ->> 'event', l.payload ->> 'type', split_part(l.dedupe_key, ' ', 1)) as event`,
  joins: sql`left join payments p on p.reference = l.reference left join reservations r on r.id = p.reservation_id`,
  belongs: { payment: sql`(select id from payments where reference = l.reference)` },
  filter: { provider: 'l.provider', reference: 'l.reference', outcome: 'l.outcome' },
  // By the guest, the code of the reservation, however it is written, or a complete reference.
  search: async (tx, search, { seesPeople }) => {
    const { rows } = await sql<{ reference: string }>`
      select p.reference from payments p join reservations r on r.id = p.reservation_id join users u on u.id = r.user_id
      where ${hasCode(search, 'r.code')} or ${seesPeople ? matchesPerson(search, {}) : sql`false`}
      limit ${sql.lit(MOST_PEOPLE)}`.execute(tx)
    const typed = search.trim()
    return sql`l.reference = any(${[typed, typed.toUpperCase(), ...rows.map(({ reference }) => reference)]})`
  },
}

export interface ImportRow
  extends WithUser,
    RowOf<Pick<LogOf<'imports'>, 'resource' | 'file_name' | 'dry_run' | 'status' | 'finished_at'>, 'finished_at'> {
  rows_total: number
  rows_created: number
  rows_updated: number
  rows_refused: number
  problems: unknown
}
export const imports: Source<ImportRow, 'imports'> = {
  table: 'import_runs',
  at: 'created_at',
  columns: sql`
    l.id, l.created_at as at, ${USER}, l.resource, l.file_name, l.dry_run, l.status, l.rows_total, l.rows_created, l.rows_updated,
    l.rows_refused, l.finished_at, jsonb_path_query_array(l.report, '$[0 to 19]') as problems`,
  joins: sql`left join users u on u.id = l.created_by`,
  belongs: { person: 'l.created_by' },
  filter: { resource: 'l.resource', dry_run: 'l.dry_run', user_id: 'l.created_by' },
  search: async (tx, search, reading) =>
    sql`(${contains(search, 'l.file_name', 'l.resource')} or l.created_by = any(${await peopleLike(tx, search, reading)}))`,
}

export interface ErrorRow extends Base, RowOf<Pick<LogOf<'errors'>, 'method' | 'path' | 'message' | 'request_id'>> {}
export const errors: Source<ErrorRow, 'errors'> = {
  table: 'error_logs',
  at: 'at',
  columns: sql`l.id, l.at, l.method, l.path, l.message, l.request_id`,
  joins: sql``,
  belongs: {},
  filter: {
    method: (method) => sql`l.method = ${method.toUpperCase()}`,
    path: (text) => has('l.path', text),
    request_id: 'l.request_id',
  },
  search: async (_, search) =>
    sql`(l.request_id = ${search} or ${has('l.path', search)} or ${contains(search, 'l.path', 'l.message')})`,
}

type SecurityColumns =
  | 'first_at'
  | 'kind'
  | 'code'
  | 'method'
  | 'path'
  | 'fields'
  | 'ip'
  | 'user_agent'
  | 'request_id'
  | 'count'
export interface SecurityRow extends WithUser, RowOf<Pick<LogOf<'security'>, SecurityColumns>, 'first_at'> {}
export const security: Source<SecurityRow, 'security'> = {
  table: 'security_logs',
  at: 'at',
  columns: sql`
    l.id, l.at, l.first_at, ${USER}, l.kind, l.code, l.method, l.path, l.fields, l.ip, l.user_agent, l.request_id, l.count`,
  joins: JOIN_USER,
  belongs: { person: 'l.user_id' },
  filter: { kind: 'l.kind', user_id: 'l.user_id', ip: 'l.ip', path: (text) => has('l.path', text) },
  search: async (tx, search, reading) =>
    sql`(l.ip = ${search} or l.request_id = ${search} or ${await ofPersonOr(tx, search, reading, 'l.path')})`,
}

/** The page of a log and its order in time. */
export type LogPage = Pick<QueryOf<typeof insightRoutes.listLog>, 'page' | 'page_size' | 'sort'>

/** How a log is read: the filters, the query that they are from, and whether the reader sees people. */
export interface Reading {
  readonly filter: Filter
  readonly query: object
  readonly seesPeople: boolean
}

const conditionsOf = async <R, T extends LogType>(
  db: Queryable,
  source: Source<R, T>,
  reading: Reading,
): Promise<RawBuilder<unknown>> => {
  const { filter } = reading
  const at = sql.ref(`l.${source.at}`)
  const { since, until } = await spanOf(db, filter)
  const { from: _, to: __, search, ...named } = filter
  const all = [
    shown(filter, source.belongs),
    ...(since ? [sql`${at} >= ${since}`] : []),
    ...(until ? [sql`${at} < ${until}`] : []),
    ...(source.where ? [source.where] : []),
    ...conditions(named, { table: 'l', sort: {}, filter: source.filter }),
    ...(search ? [await source.search(db, search, reading)] : []),
  ]
  return sql.join(all, sql` and `)
}

/** Returns one page of a log. It is selected from the log's own table, and the joins run for its rows only. */
export const listLog = async <R, T extends LogType>(
  db: Queryable,
  source: Source<R, T>,
  query: LogPage,
  reading: Reading,
): Promise<Page<R>> => {
  const [term] = query.sort
  const direction = sql.raw(term?.direction ?? 'desc')
  const table = sql.table(source.table)
  const order = sql`${sql.ref(`l.${source.at}`)} ${direction}, l.id ${direction}`
  const from = sql`from ${table} l where ${await conditionsOf(db, source, reading)}`
  const { rows } = await sql<R>`
    with page as (select l.id ${from} order by ${order} limit ${query.page_size} offset ${offsetOf(query)})
    select ${source.columns} from page join ${table} l on l.id = page.id ${source.joins} order by ${order}`.execute(db)
  return { items: rows, total: await countAbout(db, from) }
}

/** Returns a reader for exports: chunk by chunk, newest first. */
export const logReader = async <R extends Base, T extends LogType>(
  db: Queryable,
  source: Source<R, T>,
  reading: Reading,
) => {
  const conditions = await conditionsOf(db, source, reading)
  const table = sql.table(source.table)
  const at = sql.ref(source.at)
  return async (last: R | undefined, size: number): Promise<R[]> => {
    // The database's own timestamp of the last row. JavaScript rounds to milliseconds.
    const after = last ? sql`(l.${at}, l.id) < (select ${at}, id from ${table} where id = ${last.id})` : sql`true`
    const { rows } = await sql<R>`
      select ${source.columns} from ${table} l ${source.joins}
      where ${conditions} and ${after} order by l.${at} desc, l.id desc limit ${size}`.execute(db)
    return rows
  }
}

const CHUNK = 10_000

/** Deletes log rows older than `before` from the logs with a retention period, a few thousand per transaction. */
export const shortenLogs = async (db: Db, before: Date): Promise<number> => {
  let removed = 0
  for (const table of ['access_logs', 'error_logs', 'security_logs'] as const) {
    for (;;) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where id in (
          select id from ${sql.table(table)} where at < ${before} order by at limit ${sql.lit(CHUNK)})`.execute(db)
      removed += Number(numAffectedRows ?? 0)
      if (Number(numAffectedRows ?? 0) < CHUNK) break
    }
  }
  return removed
}
