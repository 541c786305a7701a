import type { Language, QueryOf } from '@shiloh/contract/core'
import type { AnnouncementReader, announcementRoutes } from '@shiloh/contract/messaging/announcements'
import {
  type BulkMessage,
  type bulkMessageRoutes,
  type MessageStatus,
  type Recipient,
  UNREACHED,
  type WriteAgain,
} from '@shiloh/contract/messaging/bulk'
import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import { type RawBuilder, sql } from 'kysely'
import type { BulkMessages } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { offsetOf, type Page } from '#platform/db/pages'
import { conditions, fits, type ListSql, orderTerms } from '#platform/db/pages.store'
import type { RowOf } from '#platform/db/rows'
import { contains, matchesPerson } from '#platform/db/search.store'
import { inChunks } from '#platform/tables/exports'

type Routes = typeof bulkMessageRoutes
type AnnouncementRoutes = typeof announcementRoutes

/** A person of an audience, with their reservation if the message is about one. */
export interface Addressed {
  readonly user_id: string
  readonly reservation_id: string | null
}

/** Returns everybody of an audience, ordered by name. Erased accounts are left out. */
export const readAudience = async (db: Queryable, audience: RawBuilder<unknown>): Promise<Addressed[]> => {
  const { rows } = await sql<Addressed>`
    select a.user_id, a.reservation_id from (${audience}) a join users u on u.id = a.user_id
    where u.erased_at is null order by u.last_name, u.first_name, u.id`.execute(db)
  return rows
}

/** Counts everybody of an audience. */
export const countAudience = async (db: Queryable, audience: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from (${audience}) a join users u on u.id = a.user_id where u.erased_at is null`.execute(
    db,
  )
  return rows[0]?.people ?? 0
}

/** Writes the people of a message down, each once. Returns how many there are. */
export const insertRecipients = async (tx: Tx, messageId: string, audience: RawBuilder<unknown>): Promise<number> => {
  await sql`
    insert into bulk_recipients (message_id, user_id, reservation_id, position)
    select ${messageId}, a.user_id, a.reservation_id, row_number() over (order by u.last_name, u.first_name, u.id)
    from (${audience}) a join users u on u.id = a.user_id where u.erased_at is null
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from bulk_recipients where message_id = ${messageId}`.execute(tx)
  return rows[0]?.people ?? 0
}

export interface NewMessage {
  readonly name: string
  readonly audience: 'reservations' | 'users' | 'members'
  readonly event_id: string | null
  readonly ids: readonly string[] | null
  readonly filter: unknown
  /** The people of an earlier message to whom it is narrowed. */
  readonly again?: WriteAgain | null
  readonly channels: readonly string[]
  readonly texts: unknown
  readonly needed: boolean
  /** Null for a draft that has no time yet. */
  readonly starts_at: Date | null
  readonly ends_at?: Date | null
  readonly pinned?: boolean
  readonly created_by: string
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const columnsOf = (now: Date, { ids, channels, again, ...row }: NewMessage) => ({
  ...row,
  again_of: again?.message_id ?? null,
  again_result: again?.result ?? null,
  ids: ids && [...ids],
  channels: [...channels],
  filter: json(row.filter),
  texts: JSON.stringify(row.texts),
  created_at: now,
  updated_at: now,
})

export const insertMessage = async (tx: Tx, now: Date, message: NewMessage): Promise<string> => {
  const { id } = await tx
    .insertInto('bulk_messages')
    .values(columnsOf(now, message))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores a new draft. Returns false if there is a message with this id, also one that is being stored now. */
export const insertDraft = async (tx: Tx, now: Date, id: string, message: NewMessage): Promise<boolean> => {
  const made = await tx
    .insertInto('bulk_messages')
    .values({ id, status: 'draft', ...columnsOf(now, message) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Replaces everything of a draft but whose it is and when it was begun. */
export const updateDraft = async (tx: Tx, now: Date, id: string, message: NewMessage): Promise<void> => {
  const { created_at: _, created_by: __, ...columns } = columnsOf(now, message)
  await tx.updateTable('bulk_messages').set(columns).where('id', '=', id).execute()
}

/** Makes a draft a message that starts at its time, by its sender. */
export const scheduleDraft = async (tx: Tx, now: Date, id: string, created_by: string): Promise<void> => {
  await tx
    .updateTable('bulk_messages')
    .set({ status: 'scheduled', created_by, created_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteDraft = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('bulk_messages').where('id', '=', id).where('status', '=', 'draft').execute()
}

/** The status as it is: the long work that sends a message says whether it was paused or stopped. */
const STATUS = sql<MessageStatus>`case when b.status <> 'sending' then b.status when a.state = 'paused' then 'paused'
  when a.state in ('stopped', 'failed') then 'stopped' else 'sending' end`

/** @param language of the reader. Without one, the event has the name that the church gave it. */
const columnsIn = (language?: Language) => sql`
  b.id, b.name, b.audience, b.event_id, ${language ? toldIn(language, 'e', 'name') : sql`e.name`} as event, b.channels, b.texts, b.needed, b.ids, b.filter,
  case when b.again_of is not null then json_build_object('message_id', b.again_of, 'result', b.again_result, 'name',
    (select before.name from bulk_messages before where before.id = b.again_of)) end as again, ${STATUS} as status,
  b.starts_at, b.started_at, b.finished_at, b.ends_at, b.pinned, b.people, b.activity_id, b.created_by, b.created_at,
  b.sms_part_price, b.sms_currency, b.told, a.error,
  nullif(concat_ws(' ', u.first_name, u.last_name), '') as author`
const FROM = sql`from bulk_messages b left join events e on e.id = b.event_id left join users u on u.id = b.created_by
  left join activities a on a.id = b.activity_id`

type SentColumns =
  | 'name'
  | 'needed'
  | 'status'
  | 'starts_at'
  | 'started_at'
  | 'finished_at'
  | 'people'
  | 'told'
  | 'author'
export interface MessageRow
  extends RowOf<
    Pick<BulkMessage, SentColumns | 'created_at'>,
    'starts_at' | 'started_at' | 'finished_at' | 'created_at'
  > {
  readonly id: string
  readonly audience: 'reservations' | 'users' | 'members'
  readonly event_id: string | null
  readonly event: string | null
  readonly channels: readonly string[]
  readonly texts: unknown
  readonly ids: string[] | null
  readonly filter: unknown
  readonly again: (WriteAgain & { readonly name: string }) | null
  readonly ends_at: Date | null
  readonly pinned: boolean
  readonly activity_id: string | null
  /** Why its activity failed. */
  readonly error: string | null
  readonly created_by: string | null
  /** What a part of an SMS cost when it started. */
  readonly sms_part_price: number | null
  readonly sms_currency: string | null
}

/** Whose drafts a caller sees: own ones, or all. */
export interface DraftReader {
  readonly id: string
  readonly all: boolean
}

const messages = {
  table: 'b',
  sort: {},
  filter: {
    search: (words) => contains(words, 'b.name', 'e.name', 'u.first_name', 'u.last_name'),
    status: (status) => fits(STATUS, status),
  },
} as const satisfies ListSql<Routes['listBulkMessages'], BulkMessages>

const and = (all: readonly RawBuilder<unknown>[]) => sql.join([...all], sql` and `)

export const listMessages = async (
  db: Queryable,
  query: QueryOf<Routes['listBulkMessages']>,
  reader: DraftReader,
  language: Language,
): Promise<Page<MessageRow>> => {
  const where = sql`where ${and([
    sql`b.audience <> 'members'`,
    reader.all ? sql`true` : sql`(b.status <> 'draft' or b.created_by = ${reader.id})`,
    shown(query, { event: 'b.event_id' }),
    ...conditions(query, messages).map((condition) => sql`${condition}`),
  ])}`
  const { rows } = await sql<MessageRow>`select ${columnsIn(language)} ${FROM} ${where}
    order by ${orderTerms(query, messages)}, b.id limit ${query.page_size} offset ${offsetOf(query)}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${FROM} ${where}`.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0 }
}

/** @param query the parsed query of the call, which says what is hidden from the caller */
export const findMessage = async (
  db: Queryable,
  id: string,
  query: object,
  language?: Language,
): Promise<MessageRow | undefined> => {
  const { rows } = await sql<MessageRow>`select ${columnsIn(language)} ${FROM}
    where b.id = ${id} and ${shown(query, { event: 'b.event_id' })}`.execute(db)
  return rows[0]
}

/** Locks a message for the rest of the transaction. */
export const lockMessage = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('bulk_messages').select('id').where('id', '=', id).forUpdate().execute()
}

interface MessagePatch {
  readonly name?: string | undefined
  readonly channels?: readonly string[] | undefined
  readonly texts?: unknown
  readonly filter?: unknown
  readonly needed?: boolean | undefined
  readonly starts_at?: Date | undefined
  readonly ends_at?: Date | null | undefined
  readonly pinned?: boolean | undefined
}

export const updateMessage = async (tx: Tx, now: Date, id: string, patch: MessagePatch): Promise<void> => {
  const { channels, texts, filter, ...rest } = patch
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  await tx
    .updateTable('bulk_messages')
    .set({
      ...given,
      ...(channels && { channels: [...channels] }),
      ...(texts !== undefined && { texts: JSON.stringify(texts) }),
      ...(filter !== undefined && { filter: json(filter) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Locks the next message that is due and not in `tried`. No other process gets it. */
export const takeDue = async (tx: Tx, now: Date, tried: readonly string[]): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('bulk_messages')
      .select('id')
      .where('status', '=', 'scheduled')
      .where('starts_at', '<=', now)
      .where(sql<boolean>`id <> all(${[...tried]}::text[])`)
      .orderBy('starts_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
  )?.id

/** Returns whether a message to more people than this is being sent. */
export const isSendingToMany = async (db: Queryable, people: number): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 ${FROM} where b.status = 'sending' and ${STATUS} = 'sending' and b.people > ${people}) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

export const saveStart = async (
  tx: Tx,
  now: Date,
  id: string,
  {
    people,
    activityId,
    price,
  }: {
    readonly people: number
    readonly activityId: string
    /** Of a part of an SMS. */
    readonly price: { readonly amount: number; readonly currency: string } | null
  },
): Promise<void> => {
  await tx
    .updateTable('bulk_messages')
    .set({
      status: 'sending',
      started_at: now,
      people,
      activity_id: activityId,
      sms_part_price: price?.amount ?? null,
      sms_currency: price?.currency ?? null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

export const saveEnd = async (tx: Tx, now: Date, id: string, status: 'done' | 'stopped'): Promise<void> => {
  await tx
    .updateTable('bulk_messages')
    .set({ status, finished_at: now, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['scheduled', 'sending'])
    .execute()
  await tx
    .updateTable('bulk_recipients')
    .set({ state: 'stopped' })
    .where('message_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Returns messages whose sending was stopped or failed, and that do not say so yet. */
export const findStopped = async (db: Queryable): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select b.id ${FROM}
    where b.status = 'sending' and (a.id is null or a.state in ('stopped', 'failed'))`.execute(db)
  return rows.map(({ id }) => id)
}

export const findByActivity = async (db: Queryable, activityId: string): Promise<MessageRow | undefined> => {
  const { rows } = await sql<MessageRow>`select ${columnsIn()} ${FROM} where b.activity_id = ${activityId}`.execute(db)
  return rows[0]
}

/** Locks the next people of a message who wait. */
export const takeWaiting = async (tx: Tx, messageId: string, limit: number): Promise<Addressed[]> => {
  const { rows } = await sql<Addressed>`
    select user_id, reservation_id from bulk_recipients where message_id = ${messageId} and state = 'waiting'
    order by position limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** What was done for one person. */
export interface Marked {
  readonly user_id: string
  readonly state: 'sent' | 'unreached'
  readonly language: string | null
  readonly app: string | null
  readonly mail: string | null
  readonly sms: string | null
  readonly mail_id: string | null
  readonly sms_id: string | null
  readonly sms_parts: number
}

/** Marks and counts people of a message, in the transaction that writes to the outbox. */
export const markRecipients = async (tx: Tx, now: Date, messageId: string, marks: readonly Marked[]): Promise<void> => {
  await sql`
    update bulk_recipients r set state = m.state, language = m.language, app = m.app, mail = m.mail, sms = m.sms,
      mail_id = m.mail_id, sms_id = m.sms_id, sms_parts = m.sms_parts, sent_at = ${now}
    from json_to_recordset(${JSON.stringify(marks)}::json) as m(user_id text, state text, language text, app text, mail text,
      sms text, mail_id text, sms_id text, sms_parts smallint)
    where r.message_id = ${messageId} and r.user_id = m.user_id`.execute(tx)
  const told = marks.filter(({ state }) => state === 'sent').length
  await sql`update bulk_messages set told = told + ${told} where id = ${messageId}`.execute(tx)
}

/** Connects notices in the app with their message, for the count of readers. */
export const linkNotices = async (tx: Tx, now: Date, kind: string, messageId: string, userIds: readonly string[]) => {
  await sql`update notifications set message_id = ${messageId}
    where user_id = any(${[...userIds]}::text[]) and created_at = ${now} and kind = ${kind} and message_id is null`.execute(
    tx,
  )
}

/** The state of one person: who waits for a message that was stopped will get nothing, also before that is written down. */
const STATE = sql`case when r.state = 'waiting' and ${STATUS} = 'stopped' then 'stopped' else r.state end`

/** The result of one channel: from the outbox if something was written to it. */
const outcomeOf = (channel: 'mail' | 'sms') => {
  const mark = sql.ref(`r.${channel}`)
  const row = sql.ref(`${channel}_row.status`)
  const row_id = sql.ref(`r.${channel}_id`)
  // The log of old messages is emptied: what is gone from it was delivered long ago.
  return sql`case when ${mark} = 'sent' then
    case when ${row_id} is null or ${row} is null or ${row} = 'sent' then 'delivered' when ${row} = 'failed' then 'failed' else 'under_way' end
    when ${mark} is null and r.state in ('waiting', 'stopped') and ${channel} = any(b.channels) then ${STATE}
    else ${mark} end`
}
const APP = sql`case when r.app = 'sent' then 'delivered'
  when r.app is null and r.state in ('waiting', 'stopped') and 'app' = any(b.channels) then ${STATE} else r.app end`

const RESULTS = sql`from bulk_recipients r join bulk_messages b on b.id = r.message_id join users u on u.id = r.user_id
  left join activities a on a.id = b.activity_id
  left join reservations v on v.id = r.reservation_id
  left join messages mail_row on mail_row.id = r.mail_id left join messages sms_row on sms_row.id = r.sms_id`

const RESULT = sql`case when r.state in ('waiting', 'stopped', 'unreached') then ${STATE}
  when 'failed' in (coalesce(${outcomeOf('mail')}, ''), coalesce(${outcomeOf('sms')}, '')) then 'failed'
  when 'under_way' in (coalesce(${outcomeOf('mail')}, ''), coalesce(${outcomeOf('sms')}, '')) then 'under_way'
  else 'delivered' end`

const NOT_TOLD = sql`${RESULT} in ('failed', 'unreached', 'stopped')`
const HAS_READ = sql`exists (
  select 1 from notifications n where n.message_id = r.message_id and n.user_id = r.user_id and n.read_at is not null)`

/** Selects the people of an earlier message who can be written to again. */
const selectAgain = ({ message_id, result }: WriteAgain): RawBuilder<unknown> =>
  result === 'not_told'
    ? sql`select r.user_id ${RESULTS} where r.message_id = ${message_id} and ${NOT_TOLD}`
    : sql`select r.user_id from bulk_recipients r where r.message_id = ${message_id} and r.state = 'sent'
        and ${result === 'read' ? HAS_READ : sql`not ${HAS_READ}`}`

/** Narrows an audience to people of an earlier message. */
export const amongAgain = (audience: RawBuilder<unknown>, again: WriteAgain): RawBuilder<unknown> =>
  sql`select a.user_id, a.reservation_id from (${audience}) a where a.user_id in (${selectAgain(again)})`

export interface RecipientRow
  extends RowOf<
    Pick<
      Recipient,
      'email' | 'phone' | 'result' | 'app' | 'mail' | 'sms' | 'mail_error' | 'sms_error' | 'sms_parts' | 'language'
    >
  > {
  readonly user_id: string
  readonly position: number
  readonly name: string
  readonly reservation_id: string | null
  readonly code: string | null
}

const recipients = {
  table: 'r',
  sort: { name: sql`r.position` },
  filter: { search: (words) => matchesPerson(words, {}), result: (result) => fits(RESULT, result) },
} as const satisfies ListSql<Routes['listRecipients']>

const RECIPIENT = sql`r.user_id, r.position, concat_ws(' ', u.first_name, u.last_name) as name, ${RESULT} as result, r.language,
  u.email::text as email, u.phone, v.id as reservation_id, v.code, ${APP} as app, ${outcomeOf('mail')} as mail,
  mail_row.error as mail_error, ${outcomeOf('sms')} as sms, sms_row.error as sms_error, r.sms_parts`

const recipientsOf = (
  id: string,
  query: Omit<QueryOf<Routes['exportRecipients']>, 'format' | 'headers' | 'columns'>,
): RawBuilder<unknown>[] => [
  sql`r.message_id = ${id}`,
  shown(query, { person: 'r.user_id', reservation: 'r.reservation_id' }),
  ...conditions(query, recipients).map((condition) => sql`${condition}`),
]

/** Exports the people of a message, in the order of their names. */
export const exportRecipients = (
  db: Queryable,
  id: string,
  { format: _, headers: __, columns: ___, ...query }: QueryOf<Routes['exportRecipients']>,
) =>
  inChunks<RecipientRow>(async (last, size) => {
    const after = sql`r.position > ${last?.position ?? 0}`
    const { rows } = await sql<RecipientRow>`
      select ${RECIPIENT} ${RESULTS} where ${and([...recipientsOf(id, query), after])}
      order by r.position limit ${size}`.execute(db)
    return rows
  })

export const listRecipients = async (
  db: Queryable,
  id: string,
  query: QueryOf<Routes['listRecipients']>,
): Promise<Page<RecipientRow>> => {
  // The people of the page are found first. Only a search or a result needs more than their rows for that.
  const found = query.search || query.result ? RESULTS : sql`from bulk_recipients r`
  const where = sql`where ${and(recipientsOf(id, query))}`
  const order = sql`order by ${orderTerms(query, recipients)}, r.user_id`
  const { rows } = await sql<RecipientRow>`
    select ${RECIPIENT} ${RESULTS} where r.message_id = ${id} and r.user_id = any(array(
      select r.user_id ${found} ${where} ${order} limit ${query.page_size} offset ${offsetOf(query)})) ${order}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*)::int as total ${found} ${where}`.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0 }
}

export interface ReaderRow extends RowOf<Pick<AnnouncementReader, 'email' | 'phone'>> {
  readonly user_id: string
  /** The place in the order of names. */
  readonly position: number
  readonly name: string
  readonly read_at: Date | null
  readonly mail: string | null
  readonly sms: string | null
}

const readers = {
  table: 'r',
  sort: { name: sql`r.position` },
  filter: { search: (words) => matchesPerson(words, {}), read: (read) => sql<boolean>`${HAS_READ} = ${read}` },
} as const satisfies ListSql<AnnouncementRoutes['listReaders']>

const READER = sql`r.user_id, r.position, concat_ws(' ', u.first_name, u.last_name) as name, u.email::text as email, u.phone,
  (select min(n.read_at) from notifications n where n.message_id = r.message_id and n.user_id = r.user_id) as read_at,
  ${outcomeOf('mail')} as mail, ${outcomeOf('sms')} as sms`

const readersOf = (id: string, query: object): RawBuilder<unknown>[] => [
  sql`r.message_id = ${id} and r.state = 'sent'`,
  shown(query, { person: 'r.user_id' }),
  ...conditions(query, readers).map((condition) => sql`${condition}`),
]

/** Exports the people to whom an announcement went, in the order of their names. */
export const exportReaders = (db: Queryable, id: string, query: QueryOf<AnnouncementRoutes['exportReaders']>) =>
  inChunks<ReaderRow>(async (last, size) => {
    const { rows } = await sql<ReaderRow>`
      select ${READER} ${RESULTS} where ${and([...readersOf(id, query), sql`r.position > ${last?.position ?? 0}`])}
      order by r.position limit ${size}`.execute(db)
    return rows
  })

/** Lists the people to whom an announcement went, with whether they have read it. */
export const listReaders = async (
  db: Queryable,
  id: string,
  query: QueryOf<AnnouncementRoutes['listReaders']>,
): Promise<Page<ReaderRow>> => {
  const where = sql`where ${and(readersOf(id, query))}`
  // The people of the page are found first, as in the list of recipients.
  const found = query.search ? RESULTS : sql`from bulk_recipients r`
  const order = sql`order by ${orderTerms(query, readers)}, r.user_id`
  const { rows } = await sql<ReaderRow>`
    select ${READER} ${RESULTS} where r.message_id = ${id} and r.user_id = any(array(
      select r.user_id ${found} ${where} ${order} limit ${query.page_size} offset ${offsetOf(query)})) ${order}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*)::int as total ${found} ${where}`.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0 }
}

export interface Counted {
  readonly app: number
  readonly mail_delivered: number
  readonly mail_under_way: number
  readonly mail_failed: number
  readonly sms_delivered: number
  readonly sms_under_way: number
  readonly sms_failed: number
  readonly waiting: number
  readonly stopped: number
  readonly unreached: number
  readonly not_told: number
  /** By channel and reason, in the order of the contract. */
  readonly left_out: readonly number[]
  readonly sms_parts: number
}

/** Counts what became of a message. */
export const countResults = async (db: Queryable, id: string): Promise<Counted> => {
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`
  const leftOut = MESSAGE_CHANNELS.flatMap((channel) =>
    UNREACHED.map((reason) => count(sql`${sql.ref(`r.${channel}`)} = ${sql.lit(reason)}`)),
  )
  const { rows } = await sql<Counted>`
    select ${count(sql`r.app = 'sent'`)} as app, array[${sql.join(leftOut)}] as left_out,
      ${count(sql`${outcomeOf('mail')} = 'delivered'`)} as mail_delivered, ${count(sql`${outcomeOf('mail')} = 'under_way'`)} as mail_under_way,
      ${count(sql`${outcomeOf('mail')} = 'failed'`)} as mail_failed, ${count(sql`${outcomeOf('sms')} = 'delivered'`)} as sms_delivered,
      ${count(sql`${outcomeOf('sms')} = 'under_way'`)} as sms_under_way, ${count(sql`${outcomeOf('sms')} = 'failed'`)} as sms_failed,
      ${count(sql`${STATE} = 'waiting'`)} as waiting, ${count(sql`${STATE} = 'stopped'`)} as stopped,
      ${count(sql`r.state = 'unreached'`)} as unreached,
      ${count(NOT_TOLD)} as not_told, coalesce(sum(r.sms_parts), 0)::int as sms_parts
    ${RESULTS} where r.message_id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate has one row')
  return row
}
