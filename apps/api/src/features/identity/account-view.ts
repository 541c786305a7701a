import type { Account, TitleKind } from '@shiloh/contract/identity/account'
import type { Authorization } from '@shiloh/contract/permissions'
import { readSettings } from '#features/organisation'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { fileUrlOrNull } from '#platform/files/files.store'
import { type AccountRow, findAccount, findAuthorization } from './accounts.store.ts'
import { passwordExpired } from './rules.ts'

const NOTHING: Authorization = { grants: [], special_allow: [], special_deny: [] }

/** Returns the full name in spoken order. */
export const nameOf = (row: { first_name: string; other_names?: string | null; last_name: string }): string =>
  [row.first_name, row.other_names, row.last_name].filter(Boolean).join(' ')

/** Returns which of title and designation wait for confirmation. */
export const waitingTitles = (row: { title_waits: boolean; designation_waits: boolean }): TitleKind[] => [
  ...(row.title_waits ? (['title'] as const) : []),
  ...(row.designation_waits ? (['designation'] as const) : []),
]

const grants = (list: Authorization['grants']) =>
  list.map(({ resource, actions, _id }) => ({ resource, actions: [...actions], ...(_id ? { _id } : {}) }))

interface Facts {
  readonly authorization: Authorization
  readonly now: Date
  readonly passwordExpiresAfterDays: number | null
  readonly requireAdminSecondStep: boolean
}

/** An account as its owner sees it. */
export const accountView = (
  row: AccountRow,
  { authorization, now, passwordExpiresAfterDays, requireAdminSecondStep }: Facts,
): Account => ({
  _id: row.id,
  user_type: row.user_type,
  status: row.status,
  email: row.email,
  pending_email: row.pending_email,
  phone: row.phone,
  first_name: row.first_name,
  last_name: row.last_name,
  other_names: row.other_names,
  name: nameOf(row),
  gender: row.gender,
  birth_date: row.birth_date,
  language: row.language,
  country: row.country_code,
  industry: row.industry,
  avatar_url: fileUrlOrNull(row.avatar_file_id),
  meta: { phone_verified: row.phone_verified_at !== null, email_confirmed: row.email_confirmed_at !== null },
  has_completed_basic_requirement: row.has_completed_basic_requirement,
  has_completed_additional_requirement: row.has_completed_additional_requirement,
  is_not_member: row.is_not_member,
  region_id: row.region_id,
  area_id: row.area_id,
  district_id: row.district_id,
  assembly_id: row.assembly_id,
  title_id: row.title_id,
  designation_id: row.designation_id,
  waiting_for_confirmation: waitingTitles(row),
  notify: row.notify,
  mfa_methods: row.mfa_methods,
  password_expired: passwordExpired(row.password_changed_at, passwordExpiresAfterDays, now),
  second_step_missing: requireAdminSecondStep && row.user_type === 'admin' && row.mfa_methods.length === 0,
  roles: row.roles,
  is_owner: row.is_owner,
  authorization: {
    grants: grants(authorization.grants),
    special_allow: grants(authorization.special_allow),
    special_deny: grants(authorization.special_deny),
  },
  wanted_event: row.wanted_event,
  created_at: row.created_at.toISOString(),
})

/** Returns an account with its permissions. Without a session (a link in a mail) it has none. */
export const loadAccountView = async (
  ctx: Pick<ReadContext, 'db' | 'now'>,
  userId: string,
  signedIn: boolean,
): Promise<Account> => {
  const row = found(await findAccount(ctx.db, userId))
  const settings = await readSettings(ctx.db)
  return accountView(row, {
    authorization: signedIn && row.user_type === 'admin' ? await findAuthorization(ctx.db, userId) : NOTHING,
    now: ctx.now,
    passwordExpiresAfterDays: settings.security_settings.password_expires_after_days,
    requireAdminSecondStep: settings.security_settings.require_admin_second_step,
  })
}

/** Returns the caller's own account. */
export const ownAccount = (ctx: ReadContext): Promise<Account> => loadAccountView(ctx, ctx.caller.id, true)
