import { LIVE_RUNS } from '@shiloh/contract/workflows'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { namesOnly } from '#platform/db/search.store'
import { sqlIn } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { emptyAlerts } from '#platform/messaging/alerts.store'
import { forgetInDigests } from '#platform/messaging/messages.store'
import { forgetNotifications } from '#platform/messaging/notices.store'
import { ERASED_FIRST, ERASED_LAST, ERASED_NAME } from '#platform/text/erased'

/**
 * The data held about a person, by table. Hashes and sealed texts are left out because they are unreadable. The sealed
 * health details of a reservation are shown with the reservation, a wish with its entry on the waiting list.
 */
const HELD: Readonly<Record<string, (userId: string) => ReturnType<typeof sql>>> = {
  account: (id) => sql`select to_jsonb(u) - 'password_hash' - 'search_text' as row from users u where id = ${id}`,
  spouses: (id) => sql`select to_jsonb(s) - 'search_text' as row from spouses s where user_id = ${id} order by id`,
  spouse_invitations: (id) =>
    sql`select to_jsonb(i) as row from spouse_invitations i where inviter_id = ${id} order by id`,
  spouse_requests: (id) =>
    sql`select to_jsonb(r) as row from spouse_requests r where user_id = ${id} or other_id = ${id} order by id`,
  family: (id) =>
    sql`select to_jsonb(m) - 'search_text' as row from family_members m where user_id = ${id} order by id`,
  sessions: (id) =>
    sql`select to_jsonb(s) - 'refresh_hash' - 'previous_refresh_hash' - 'successor_sealed' as row from sessions s where user_id = ${id} order by id`,
  second_steps: (id) =>
    sql`select jsonb_build_object('method', method, 'activated_at', activated_at) as row from mfa_methods where user_id = ${id}`,
  passkeys: (id) =>
    sql`select to_jsonb(k) - 'public_key' - 'credential_id' as row from passkeys k where user_id = ${id} order by id`,
  access_log: (id) => sql`select to_jsonb(l) as row from access_logs l where user_id = ${id} order by id`,
  security_log: (id) => sql`select to_jsonb(l) as row from security_logs l where user_id = ${id} order by id`,
  notifications: (id) => sql`select to_jsonb(n) as row from notifications n where user_id = ${id} order by id`,
  messages: (id) =>
    sql`select jsonb_build_object('channel', channel, 'recipient', recipient, 'template', template, 'subject', subject, 'created_at', created_at, 'status', status) as row
      from messages where user_id = ${id} order by created_at`,
  reservations: (id) =>
    sql`select to_jsonb(r) || jsonb_build_object(
        'event', (select e.name from events e where e.id = r.event_id),
        'participants', (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from reservation_participants p where p.reservation_id = r.id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from reservation_lines l where l.reservation_id = r.id),
        'feedback', (select to_jsonb(f) from event_feedback f where f.reservation_id = r.id),
        'answers', (select coalesce(jsonb_agg(to_jsonb(a) || jsonb_build_object('words', w.words)), '[]') from reservation_answers a,
          answer_in_language(a.question_id, a.label, a.value, coalesce(a.form_version_id, r.form_version_id), u.language) w
          where a.reservation_id = r.id),
        'history', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from reservation_transitions t where t.reservation_id = r.id)) as row
      from reservations r join users u on u.id = r.user_id where r.user_id = ${id} order by r.id`,
  payments: (id) =>
    sql`select to_jsonb(p) as row from payments p
      where p.payer_id = ${id} or p.reservation_id in (select r.id from reservations r where r.user_id = ${id}) order by p.id`,
  drafts: (id) => sql`select to_jsonb(d) as row from reservation_drafts d where user_id = ${id}`,
  waiting_list: (id) =>
    sql`select to_jsonb(w) - 'wish' as row from waiting_entries w where user_id = ${id} order by id`,
  comments: (id) => sql`select to_jsonb(c) as row from blog_comments c where user_id = ${id} order by id`,
  support_tickets: (id) =>
    sql`select to_jsonb(t) || jsonb_build_object('messages',
        (select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]') from support_messages m where m.ticket_id = t.id)) as row
      from support_tickets t where t.user_id = ${id} order by t.id`,
  office_notes: (id) =>
    sql`select jsonb_build_object('body', body, 'created_at', created_at) as row from person_notes where user_id = ${id} order by id`,
  files: (id) => sql`select to_jsonb(f) - 'storage_key' as row from files f where owner_id = ${id} order by id`,
}

/** Returns the names of the columns, in all tables, that refer to an account. */
const accountColumns = async (db: Queryable): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    select distinct a.attname::text as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Returns all data held about a person, by kind. Who else had to do with it (a cashier, somebody of the office, the spouse)
 * is theirs: references to other accounts are left out.
 */
export const collectPersonalData = async (db: Queryable, userId: string): Promise<Record<string, unknown[]>> => {
  const references = await accountColumns(db)
  const withoutOthers = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutOthers)
    if (typeof value !== 'object' || value === null) return value
    const own = Object.entries(value).filter(([key, held]) => held === userId || !references.has(key))
    return Object.fromEntries(own.map(([key, held]) => [key, withoutOthers(held)]))
  }
  const collected: Record<string, unknown[]> = {}
  for (const [kind, query] of Object.entries(HELD)) {
    const { rows } = await sql<{ row: unknown }>`${query(userId)}`.execute(db)
    collected[kind] = rows.map(({ row }) => withoutOthers(row))
  }
  return collected
}

/** Returns whether the person takes part in something that is not over. */
export const hasLiveReservation = async (db: Queryable, userId: string): Promise<boolean> => {
  const { rows } = await sql<{ live: boolean }>`
    select exists (
      select 1 from reservations r join events e on e.id = r.event_id
      where r.user_id = ${userId} and r.status in ('pending', 'active', 'redeemed') and e.ends_at > now()
    ) as live`.execute(db)
  return rows[0]?.live ?? false
}

/** Locks a person's tickets: who answers one locks it first, and then the account. */
export const lockTickets = async (tx: Tx, userId: string): Promise<void> => {
  await sql`select from support_tickets where user_id = ${userId} order by id for update`.execute(tx)
}

/** Returns how many reservations a person has made. None is ever deleted. */
export const countReservations = async (tx: Tx, userId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservations where user_id = ${userId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Returns whether something that an erasure takes was written for a person since it took it. The account is locked, so nothing more
 * is.
 *
 * @param reservations how many there were
 */
export const wasWrittenMeanwhile = async (tx: Tx, userId: string, reservations: number): Promise<boolean> => {
  const { rows } = await sql<{ written: boolean }>`
    with own as materialized (select id from reservations where user_id = ${userId}),
      asked as materialized (select id from support_tickets where user_id = ${userId})
    select (select count(*) from own) <> ${reservations}
      or exists (select from waiting_entries where user_id = ${userId}
        and (status in ('waiting', 'offered') or wish <> '{}' or reason <> ''))
      or exists (select from tasks where user_id = ${userId} or reservation_id in (select id from own)
        or ticket_id in (select id from asked))
      or exists (select from removals m cross join jsonb_array_elements(m.rows) as t (task) where m.kind = 'tasks'
        and (task ->> 'user_id' = ${userId} or task ->> 'reservation_id' in (select id from own)
          or task ->> 'ticket_id' in (select id from asked)))
      or exists (select from bulk_messages where ids <> '{}'
        and ids <@ array(select ${userId} union all select id::text from own))
      or exists (select from workflow_runs where state = any(${[...LIVE_RUNS]}::text[])
        and (user_id = ${userId} or reservation_id in (select id from own) or ticket_id in (select id from asked))) as written`.execute(
    tx,
  )
  return rows[0]?.written ?? false
}

/** Files that belong to this person only, and those of the office's notes in their tickets. */
const isPersonal = (userId: string) => sql<boolean>`(owner_id = ${userId} and purpose in ('avatar', 'ticket_attachment')
  or id in (select a.file_id from support_note_files a join support_notes n on n.id = a.note_id
    join support_tickets t on t.id = n.ticket_id where t.user_id = ${userId}))`

/** Returns the storage keys of the files that are deleted with this person. */
export const personalFiles = async (db: Queryable, userId: string): Promise<string[]> => {
  const rows = await db.selectFrom('files').select('storage_key').where(isPersonal(userId)).execute()
  return rows.map((row) => row.storage_key)
}

/**
 * Ends the alerts that the titles of a person, or of somebody on their spouse list, wait for the office, and forgets the name in what
 * staff were told about them. The caller has locked the account: who decides about titles locks it before the alert, too.
 */
export const forgetTitleClaims = async ({ tx, now }: Pick<Work, 'tx' | 'now'>, userId: string): Promise<void> => {
  await sql`select id from spouses where user_id = ${userId} order by id for update`.execute(tx)
  const { rows: claims } = await sql<{ subject: string; name: string }>`
    select subject, data ->> 'name' as name from alerts where kind = 'title_to_confirm' and data ->> 'user_id' = ${userId}`.execute(
    tx,
  )
  const names = [...new Set(claims.map(({ name }) => name))]
  const subjects = claims.map(({ subject }) => subject)
  await emptyAlerts(tx, ['title_to_confirm'], subjects, now)
  await forgetNotifications(sqlIn(tx), { links: ['/admin/titles-to-confirm'], about: names })
  await forgetInDigests(tx, names)
}

/** Ends the alerts about a person's reservations, and forgets their name in them and in saved searches. */
export const forgetMentions = async ({ tx, now }: Pick<Work, 'tx' | 'now'>, userId: string): Promise<void> => {
  const { rows: places } = await sql<{ kind: 'double_entry' | 'consent_refused'; subject: string }>`
    select a.kind, a.subject from alerts a join reservations r on r.id = a.data ->> 'reservation_id'
    where r.user_id = ${userId} and a.kind in ('double_entry', 'consent_refused')`.execute(tx)
  for (const { kind, subject } of places) await emptyAlerts(tx, [kind], [subject], now)
  await sql`update saved_views v set query = query - 'search', updated_at = ${now} from users u
    where u.id = ${userId} and ${namesOnly(sql`v.query ->> 'search'`)}`.execute(tx)
}

/**
 * Removes the person's identity and keeps what the books need: reservations, payments and the audit trail point to a
 * row without a name.
 */
export const anonymise = async (tx: Tx, now: Date, userId: string): Promise<void> => {
  await sql`update users set status = 'deactivated', email = null, pending_email = null, email_confirmed_at = null,
      phone = null, phone_verified_at = null, password_hash = null, password_changed_at = null, first_name = ${ERASED_FIRST},
      last_name = ${ERASED_LAST}, other_names = null, gender = null, birth_date = null, industry = null, region_id = null,
      area_id = null, district_id = null, assembly_id = null, title_id = null, designation_id = null, staff_id = null,
      avatar_file_id = null, user_type = 'user', erased_at = ${now}, updated_at = ${now}
    where id = ${userId}`.execute(tx)
  await sql`update spouses set first_name = ${ERASED_FIRST}, last_name = ${ERASED_LAST}, other_names = null, birth_date = null,
      phone = null, email = null, linked_user_id = null, removed_at = coalesce(removed_at, ${now}), updated_at = ${now}
    where user_id = ${userId}`.execute(tx)
  await sql`update family_members set first_name = ${ERASED_FIRST}, last_name = ${ERASED_LAST}, other_names = null, birth_date = null,
      removed_at = coalesce(removed_at, ${now}), updated_at = ${now}
    where user_id = ${userId}`.execute(tx)
  // The name is the spouse's, who gave it. Address and phone are those by which the account was found.
  await sql`update spouses set linked_user_id = null, linked_at = null, email = null, phone = null, updated_at = ${now}
    where linked_user_id = ${userId}`.execute(tx)
  await sql`delete from spouse_invitations where ${userId} in (inviter_id, answered_by)`.execute(tx)
  await sql`delete from spouse_requests where user_id = ${userId} or other_id = ${userId}`.execute(tx)
  await sql`delete from reservation_care c using reservation_participants p, reservations r
    where c.participant_id = p.id and p.reservation_id = r.id and r.user_id = ${userId}`.execute(tx)
  await sql`update reservation_participants p set name = ${ERASED_NAME} from reservations r
    where p.reservation_id = r.id and r.user_id = ${userId}`.execute(tx)
  await sql`delete from reservation_answers a using reservations r
    where a.reservation_id = r.id and r.user_id = ${userId}`.execute(tx)
  await sql`update event_feedback f set words = '' from reservations r
    where f.reservation_id = r.id and r.user_id = ${userId} and f.words <> ''`.execute(tx)
  await sql`update support_tickets set subject = '', status = 'archived', closed_at = coalesce(closed_at, ${now}), updated_at = ${now}
    where user_id = ${userId}`.execute(tx)
  // The office's answers repeat what they were told.
  await sql`update support_messages m set body = '' from support_tickets t
    where m.ticket_id = t.id and (t.user_id = ${userId} or m.author_id = ${userId})`.execute(tx)
  await sql`delete from notifications n using support_tickets t
    where t.user_id = ${userId} and n.link = '/admin/support/' || t.id`.execute(tx)
  await sql`update alerts a set data = a.data || jsonb_build_object('subject', '', 'name', ${ERASED_NAME}::text),
      resolved_at = coalesce(a.resolved_at, ${now}), updated_at = ${now}
    from support_tickets t where t.user_id = ${userId} and a.kind in ('ticket_opened', 'ticket_assigned') and a.subject = t.id`.execute(
    tx,
  )
  await sql`update support_notes n set body = '' from support_tickets t
    where n.ticket_id = t.id and t.user_id = ${userId}`.execute(tx)
  await sql`update access_logs set ip = '', user_agent = '', comment = '' where user_id = ${userId}`.execute(tx)
  await sql`update security_logs set ip = '', user_agent = '' where user_id = ${userId}`.execute(tx)
  await sql`delete from support_attachments a using files f where a.file_id = f.id and f.owner_id = ${userId}`.execute(
    tx,
  )
  for (const table of [
    'sessions',
    'one_time_tokens',
    'mfa_methods',
    'passkeys',
    'passkey_challenges',
    'recovery_codes',
    'password_history',
    'notifications',
    'reservation_drafts',
    'user_roles',
    'special_permissions',
    'idempotency_keys',
    'person_notes',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await sql`update waiting_entries set status = 'withdrawn', offer_expires_at = null, updated_at = ${now}
    where user_id = ${userId} and status = 'waiting'`.execute(tx)
  await tx.deleteFrom('files').where(isPersonal(userId)).execute()
}
