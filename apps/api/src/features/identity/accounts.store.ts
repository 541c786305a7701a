import { OPTIONAL_TOPICS } from '@shiloh/contract/alerts/notices'
import { isLanguage, USER_TYPES, type UserType } from '@shiloh/contract/core'
import { MFA_METHODS } from '@shiloh/contract/identity/account'
import type { Authorization } from '@shiloh/contract/permissions'
import { sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { DB } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { designationWaits, titleWaits } from './titles.store.ts'

const userType = z.enum(USER_TYPES)
const status = z.enum(['pending', 'approved', 'deactivated'])
const gender = z.enum(['male', 'female']).nullable()
const wantedEvent = z.object({ slug: z.string(), name: z.string() }).nullable()
const methods = z.array(z.enum(MFA_METHODS))
const notify = z.object({
  mail: z.boolean().default(true),
  sms: z.boolean().default(true),
  muted: z.array(z.enum(OPTIONAL_TOPICS)).default([]),
})

/** Selects accounts with everything that their owner sees. */
const select = (db: Queryable) =>
  db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.user_type',
      'u.status',
      'u.email',
      'u.pending_email',
      'u.email_confirmed_at',
      'u.phone',
      'u.phone_verified_at',
      'u.password_hash',
      'u.password_changed_at',
      'u.first_name',
      'u.last_name',
      'u.other_names',
      'u.gender',
      'u.birth_date',
      'u.country_code',
      'u.language',
      'u.industry',
      'u.is_not_member',
      'u.has_completed_basic_requirement',
      'u.has_completed_additional_requirement',
      'u.region_id',
      'u.area_id',
      'u.district_id',
      'u.assembly_id',
      'u.title_id',
      'u.designation_id',
      'u.avatar_file_id',
      'u.notify',
      'u.erased_at',
      'u.created_at',
    ])
    .select([
      sql<unknown>`coalesce((select json_agg(m.method order by m.activated_at) from mfa_methods m
        where m.user_id = u.id and m.activated_at is not null), '[]')`.as('mfa_methods'),
      sql<string[]>`array(select r.name from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id order by r.name)`.as('roles'),
      sql<boolean>`exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id and r.is_owner)`.as('is_owner'),
      // Written when somebody registers on the way to an event (docs/domain.md#drafts).
      sql<unknown>`(select json_build_object('slug', e.slug, 'name', coalesce(nullif(e.translations -> u.language ->> 'name', ''), e.name))
        from reservation_drafts d join events e on e.id = d.event_id
        where d.user_id = u.id and d.draft is null and e.status = 'published' and e.ends_at > now()
        order by d.updated_at desc limit 1)`.as('wanted_event'),
      titleWaits.as('title_waits'),
      designationWaits.as('designation_waits'),
    ])
    // The account of a program is nobody's: it signs in with its token alone.
    .where('u.user_type', '!=', 'service')

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const read = (row: Row) => ({
  ...row,
  user_type: userType.parse(row.user_type),
  status: status.parse(row.status),
  gender: gender.parse(row.gender),
  language: isLanguage(row.language) ? row.language : ('en' as const),
  mfa_methods: methods.parse(row.mfa_methods),
  notify: notify.parse(row.notify),
  wanted_event: wantedEvent.parse(row.wanted_event),
})
/** One account, including the password hash. Never return it to a client as it is. */
export type AccountRow = ReturnType<typeof read>

export const findAccount = async (db: Queryable, id: string): Promise<AccountRow | undefined> => {
  const row = await select(db).where('u.id', '=', id).executeTakeFirst()
  return row && read(row)
}

export const findAccountByEmail = async (db: Queryable, email: string): Promise<AccountRow | undefined> => {
  const row = await select(db).where('u.email', '=', email).executeTakeFirst()
  return row && read(row)
}

/** Returns the accounts of these kinds with this phone, most recently used first. Families can share a phone. */
export const findAccountsByPhone = async (
  db: Queryable,
  phone: string,
  kinds: readonly UserType[],
  {
    first = kinds,
    limit,
    withPassword = true,
  }: {
    /** The kinds that are listed first. */
    readonly first?: readonly UserType[]
    readonly limit: number
    /** Only accounts that have a password. */
    readonly withPassword?: boolean
  },
): Promise<AccountRow[]> => {
  const rows = await select(db)
    .where('u.phone', '=', phone)
    .where('u.user_type', 'in', kinds)
    .$if(withPassword, (q) => q.where('u.password_hash', 'is not', null))
    .orderBy(sql`u.user_type = any(${[...first]}::text[])`, 'desc')
    .orderBy('u.last_login_at', (order) => order.desc().nullsLast())
    .orderBy('u.id')
    .limit(limit)
    .execute()
  return rows.map(read)
}

/** Notes the event that somebody registered for. Nothing if it is unknown or over, or they have begun already. */
export const noteWantedEvent = async (tx: Tx, now: Date, userId: string, event: string): Promise<void> => {
  await sql`insert into reservation_drafts (user_id, event_id, draft, updated_at)
    select ${userId}, e.id, null, ${now} from events e
    where (e.id::text = ${event} or e.slug = ${event}) and e.status = 'published' and e.ends_at > ${now}
    on conflict do nothing`.execute(tx)
}

/** Returns the path name of that event, if it is one that somebody can still register for. */
export const findWantedEvent = async (db: Queryable, now: Date, event: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('events')
    .select('slug')
    .where((eb) => eb.or([eb(sql`id::text`, '=', event), eb('slug', '=', event)]))
    .where('status', '=', 'published')
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row?.slug
}

export interface NewAccount {
  readonly user_type: UserType
  readonly status: 'pending' | 'approved'
  readonly email: string | null
  readonly phone: string | null
  readonly password_hash: string | null
  readonly first_name: string
  readonly last_name: string
  readonly country_code: string
  readonly language: string
  readonly is_not_member?: boolean
  readonly accepted_terms_at?: Date | null
  readonly email_confirmed_at?: Date | null
}

export const insertAccount = async (tx: Tx, now: Date, values: NewAccount): Promise<string> => {
  const { id } = await tx
    .insertInto('users')
    .values({
      ...values,
      password_changed_at: values.password_hash === null ? null : now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type AccountPatch = Pick<
  Updateable<DB['users']>,
  | 'status'
  | 'email'
  | 'pending_email'
  | 'email_confirmed_at'
  | 'phone'
  | 'phone_verified_at'
  | 'first_name'
  | 'last_name'
  | 'other_names'
  | 'gender'
  | 'birth_date'
  | 'country_code'
  | 'language'
  | 'industry'
  | 'is_not_member'
  | 'has_completed_basic_requirement'
  | 'has_completed_additional_requirement'
  | 'region_id'
  | 'area_id'
  | 'district_id'
  | 'assembly_id'
  | 'title_id'
  | 'designation_id'
  | 'confirmed_title_id'
  | 'title_confirmed_at'
  | 'title_confirmed_by'
  | 'confirmed_designation_id'
  | 'designation_confirmed_at'
  | 'designation_confirmed_by'
  | 'title_claimed_at'
  | 'staff_id'
  | 'avatar_file_id'
  | 'notify'
  | 'last_login_at'
>

export const updateAccount = async (tx: Tx, now: Date, id: string, patch: AccountPatch): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Former passwords that are refused in addition to the current one. */
const REMEMBERED = 4

/** Returns the hashes of the current password and the last few before it. */
export const formerPasswords = async (
  db: Queryable,
  account: Pick<AccountRow, 'id' | 'password_hash'>,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', account.id)
    .orderBy('replaced_at', 'desc')
    .limit(REMEMBERED)
    .execute()
  return [...(account.password_hash === null ? [] : [account.password_hash]), ...rows.map((row) => row.password_hash)]
}

export const setPassword = async (tx: Tx, now: Date, id: string, passwordHash: string): Promise<void> => {
  await sql`insert into password_history (user_id, password_hash, replaced_at)
    select id, password_hash, ${now} from users where id = ${id} and password_hash is not null
    on conflict do nothing`.execute(tx)
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Replaces a hash by a newer one of the same password. The password itself is unchanged. */
export const renewPasswordHash = async (tx: Tx, id: string, stored: string, renewed: string): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', stored)
    .execute()
}

const grantRow = z.object({
  kind: z.enum(['grants', 'special_allow', 'special_deny']),
  resource: z.string(),
  actions: z.array(z.string()),
  object_id: z.string().nullable(),
})

/** Returns an administrator's permissions as this transaction sees them. */
export const findAuthorization = async (db: Queryable, userId: string): Promise<Authorization> => {
  const { rows } = await sql<unknown>`
    select 'grants' as kind, r.name as resource, array_agg(distinct a.name order by a.name) as actions, null as object_id
    from user_roles ur
    join role_policies rp on rp.role_id = ur.role_id
    join policy_permissions pp on pp.policy_id = rp.policy_id
    join permissions p on p.id = pp.permission_id
    join resources r on r.id = p.resource_id
    join resource_actions a on a.id = p.action_id
    where ur.user_id = ${userId}
    group by r.name
    union all
    select 'special_' || effect, resource, actions, object_id from special_permissions where user_id = ${userId}
    order by kind, resource, object_id`.execute(db)
  const all = z.array(grantRow).parse(rows)
  const ofKind = (wanted: z.output<typeof grantRow>['kind']) =>
    all
      .filter(({ kind }) => kind === wanted)
      .map(({ resource, actions, object_id }) => ({ resource, actions, ...(object_id ? { _id: object_id } : {}) }))
  return { grants: ofKind('grants'), special_allow: ofKind('special_allow'), special_deny: ofKind('special_deny') }
}

/** Locks an account, so that changes of it happen one after the other. */
export const lockAccount = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
}

/** Holds an account for who writes for it: it is not erased until the transaction ends. Returns whether it is there. */
export const holdAccount = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()) !== undefined

/** Returns the storage key of an account's picture. */
export const findAvatar = (db: Queryable, fileId: string) =>
  db.selectFrom('files').select(['id', 'storage_key']).where('id', '=', fileId).executeTakeFirst()

/** Logs a page view. */
export const saveAccess = async (
  tx: Tx,
  entry: { userId: string; route: string; comment: string; ip: string; userAgent: string; at: Date },
): Promise<void> => {
  const { userId, userAgent, ...rest } = entry
  await tx
    .insertInto('access_logs')
    .values({ ...rest, user_id: userId, user_agent: userAgent.slice(0, 300) })
    .execute()
}
