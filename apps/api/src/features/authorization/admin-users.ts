import type { authorizationRoutes } from '@shiloh/contract/authorization'
import { isLanguage } from '@shiloh/contract/core'
import type { Grant } from '@shiloh/contract/permissions'
import {
  countryCode,
  endSessions,
  findAccount,
  insertAccount,
  nameOf,
  resetMfa,
  sendConfirmation,
  sendInvitation,
  updateAccount,
} from '#features/identity'
import { readClientGroup } from '#features/organisation'
import { type Handlers, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { fileUrlOrNull } from '#platform/files/files.store'
import { wordCell } from '#platform/tables/cells'
import { exportRows } from '#platform/tables/exports'
import { phoneField } from '#platform/text/phone'
import * as store from './admin-users.store.ts'
import { keepingOwners, refuseAll, refuseBeyond } from './grants.ts'
import { existingPermissions, findRoles, permissionSources, toKeyedPicks } from './model.store.ts'
import { removeAccount } from './remove-account.ts'
import { added, addedGrants, holds, tidyGrants } from './rules.ts'
import { seenBy } from './seen.ts'

const view = ({
  id,
  status,
  language,
  country_code,
  avatar_file_id,
  mfa_methods,
  roles,
  special,
  email_confirmed: _,
  last_login_at,
  created_at,
  updated_at,
  ...row
}: store.AdminRow) => {
  const picked = toKeyedPicks(roles)
  return {
    _id: id,
    ...row,
    status: store.statusOf(status),
    name: nameOf(row),
    language: isLanguage(language) ? language : ('en' as const),
    country: country_code,
    avatar_url: fileUrlOrNull(avatar_file_id),
    mfa_methods: store.methodsOf(mfa_methods),
    roles: picked,
    role_ids: picked.map((role) => role._id),
    special_allow: store.grantsOf(special, 'allow'),
    special_deny: store.grantsOf(special, 'deny'),
    last_login_at: last_login_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

const admin = async (db: Queryable, id: string) => view(found(await store.findAdmin(db, id)))
type Admin = Awaited<ReturnType<typeof admin>>

/** Refuses to act on an account with more permissions than the caller: that would be a way to obtain them. */
const refuseStronger = async (ctx: ReadContext, target: Admin): Promise<void> => {
  if (target.is_owner && !ctx.caller.isOwner) throw new AppError('cannot_grant')
  const sources = await permissionSources(ctx.db, { userId: target._id })
  const lacking = sources.filter(
    ({ kind, permission, object_id }) =>
      kind !== 'special_deny' && !holds(ctx.caller, permission, object_id ?? undefined),
  )
  refuseAll(lacking.map(({ permission }) => permission))
}

/** Writes into the audit trail which API tokens ended with the account of who made them. PostgreSQL ends them. */
const auditTokens = (ctx: WriteContext, { _id, api_tokens }: Admin): void => {
  for (const name of api_tokens)
    ctx.audit({ action: 'revoke', resource: 'integrations', objectId: _id, before: { name }, after: null })
}

const checkRoles = async (ctx: ReadContext, roleIds: readonly string[]): Promise<void> => {
  const roles = await findRoles(ctx.db, roleIds)
  if (roles.length < new Set(roleIds).size) throw invalid([{ field: 'role_ids', code: 'not_found' }])
  if (roles.some((role) => role.is_owner) && !ctx.caller.isOwner) throw new AppError('cannot_grant')
  refuseBeyond(
    ctx,
    roles.flatMap((role) => role.permissions),
  )
}

const checkSpecial = async (
  ctx: ReadContext,
  field: 'special_allow' | 'special_deny',
  before: readonly Grant[],
  after: readonly Grant[],
): Promise<void> => {
  const names = [...new Set(after.flatMap(({ resource, actions }) => actions.map((action) => `${resource}.${action}`)))]
  if ((await existingPermissions(ctx.db, names)).length < names.length)
    throw invalid([{ field, code: 'unknown_choice' }])
  // Lifting a denial grants something too, and nobody can take away what they could not grant.
  const touched = [...addedGrants(before, after), ...addedGrants(after, before)]
  refuseAll(
    touched
      .filter(({ permission, objectId }) => !holds(ctx.caller, permission, objectId))
      .map(({ permission }) => permission),
  )
}

interface Powers {
  readonly role_ids?: string[] | undefined
  readonly special_allow?: { resource: string; actions: string[]; _id?: string | null | undefined }[] | undefined
  readonly special_deny?: { resource: string; actions: string[]; _id?: string | null | undefined }[] | undefined
}

const setPowers = async (ctx: WriteContext, id: string, before: Admin, powers: Powers): Promise<void> => {
  if (powers.role_ids) {
    await checkRoles(ctx, added(before.role_ids, powers.role_ids))
    await checkRoles(ctx, added(powers.role_ids, before.role_ids))
    await store.setRoles(ctx.tx, id, powers.role_ids)
  }
  for (const field of ['special_allow', 'special_deny'] as const) {
    const given = powers[field]
    if (!given) continue
    const grants = tidyGrants(given)
    await checkSpecial(ctx, field, before[field], grants)
    await store.setSpecial(ctx.tx, ctx.now, id, field === 'special_allow' ? 'allow' : 'deny', grants)
  }
}

type Names =
  | 'listAdminUsers'
  | 'createAdminUser'
  | 'getAdminUser'
  | 'updateAdminUser'
  | 'removeAdminUser'
  | 'resendAdminConfirmation'
  | 'resetAdminMfa'
  | 'endAdminSessions'
  | 'exportAdminUsers'

export const adminUserHandlers: Pick<Handlers<typeof authorizationRoutes>, Names> = {
  listAdminUsers: reads(async (ctx, { query }) => {
    const { items, total } = await store.listAdmins(ctx.db, query)
    return { items: items.map(view), total }
  }),
  createAdminUser: writes(async (ctx, { body }) => {
    const country = body.country ? await countryCode(ctx, body.country) : (await readClientGroup(ctx.tx)).country
    const id = await insertAccount(ctx.tx, ctx.now, {
      user_type: 'admin',
      status: 'pending',
      email: body.email,
      phone: body.phone ? phoneField(body.phone, country) : null,
      password_hash: null,
      first_name: body.first_name,
      last_name: body.last_name,
      country_code: country,
      language: body.language ?? ctx.language,
    })
    if (body.other_names) await updateAccount(ctx.tx, ctx.now, id, { other_names: body.other_names })
    await setPowers(ctx, id, await admin(ctx.tx, id), body)
    await sendInvitation(ctx, found(await findAccount(ctx.tx, id)))
    return created(ctx, 'admin_users', await admin(ctx.tx, id))
  }),
  getAdminUser: reads((ctx, { params }) => admin(ctx.db, params.id)),
  updateAdminUser: writes(async (ctx, { params, body }) =>
    keepingOwners(ctx, async () => {
      const before = await admin(ctx.tx, params.id)
      await refuseStronger(ctx, before)
      const { role_ids, special_allow, special_deny, country, phone, status, email, ...plain } = body
      const country_code = country === undefined ? undefined : await countryCode(ctx, country)
      const isNewAddress = email !== undefined && email !== before.email?.toLowerCase()
      // An account that has not accepted its invitation stays invited.
      const nextStatus = before.invited && status === 'approved' ? undefined : status
      await updateAccount(ctx.tx, ctx.now, params.id, {
        ...plain,
        country_code,
        phone: phone ? phoneField(phone, country_code ?? before.country) : phone,
        status: nextStatus,
        email,
        ...(isNewAddress ? { email_confirmed_at: null } : {}),
      })
      await setPowers(ctx, params.id, before, { role_ids, special_allow, special_deny })
      if (isNewAddress) {
        const account = found(await findAccount(ctx.tx, params.id))
        await (before.invited ? sendInvitation(ctx, account) : sendConfirmation(ctx, account))
      }
      if (nextStatus === 'deactivated') {
        await endSessions(ctx, params.id, 'deactivated')
        auditTokens(ctx, before)
      }
      return seenBy(ctx, 'admin_users.read', changed(ctx, 'admin_users', before, await admin(ctx.tx, params.id)))
    }),
  ),
  removeAdminUser: writes(async (ctx, { params }) =>
    keepingOwners(ctx, async () => {
      const before = await admin(ctx.tx, params.id)
      await refuseStronger(ctx, before)
      await removeAccount(ctx, params.id)
      auditTokens(ctx, before)
      return removed(ctx, 'admin_users', before)
    }),
  ),
  resendAdminConfirmation: writes(async (ctx, { params }) => {
    const row = found(await store.findAdmin(ctx.tx, params.id))
    const account = found(await findAccount(ctx.tx, params.id))
    if (row.invited) await sendInvitation(ctx, account)
    else if (!row.email_confirmed) await sendConfirmation(ctx, account)
    ctx.audit({ action: 'resend_confirmation', resource: 'admin_users', objectId: params.id })
    return seenBy(ctx, 'admin_users.read', view(row))
  }),
  resetAdminMfa: writes(async (ctx, { params }) => {
    const before = await admin(ctx.tx, params.id)
    await refuseStronger(ctx, before)
    await resetMfa(ctx, found(await findAccount(ctx.tx, params.id)))
    return seenBy(
      ctx,
      'admin_users.read',
      changed(ctx, 'admin_users', before, await admin(ctx.tx, params.id), 'reset_mfa'),
    )
  }),
  endAdminSessions: writes(async (ctx, { params }) => {
    const before = await admin(ctx.tx, params.id)
    await refuseStronger(ctx, before)
    await endSessions(ctx, params.id, 'ended by an administrator')
    return seenBy(ctx, 'admin_users.read', changed(ctx, 'admin_users', before, before, 'end_sessions'))
  }),
  exportAdminUsers: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'administrators',
      columns: {
        first_name: (row) => row.first_name,
        last_name: (row) => row.last_name,
        email: (row) => row.email,
        phone: (row) => row.phone,
        status: (row) => wordCell(row.status),
        roles: (row) =>
          toKeyedPicks(row.roles)
            .map((role) => role.name)
            .join(', '),
        last_login_at: (row) => row.last_login_at,
        created_at: (row) => row.created_at,
      },
      rows: store.exportAdmins(ctx.db, query),
    }),
  ),
}
