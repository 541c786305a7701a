import type { authorizationRoutes, Person } from '@shiloh/contract/authorization'
import type { peopleChange } from '@shiloh/contract/bulk-edits'
import { isLanguage, type Language, USER_TYPES } from '@shiloh/contract/core'
import { z } from 'zod'
import {
  type AccountPatch,
  confirmedTitles,
  countryCode,
  endSessions,
  endTitleAlert,
  findAccount,
  followersOf,
  insertAccount,
  nameOf,
  newTitles,
  profilePatch,
  raiseTitleAlert,
  replaceAvatar,
  resetMfa,
  sendConfirmation,
  sendInvitation,
  sendNotice,
  sendPasswordReset,
  storeAvatar,
  updateAccount,
  waitingNames,
  waitingTitles,
} from '#features/identity'
import { belongingTo, readClientGroup } from '#features/organisation'
import { type Handlers, orchestrates, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { WriteContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { wasActedOn } from '#platform/db/edits.store'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { fileUrlOrNull } from '#platform/files/files.store'
import type { ReadWork, Work } from '#platform/jobs/work'
import { exportRows } from '#platform/tables/exports'
import { phoneField } from '#platform/text/phone'
import { genderOf, methodsOf, statusOf } from './admin-users.store.ts'
import { exportPeople, findColumns, findPerson, listPeople, type PersonRow, pickPeople } from './people.store.ts'
import { importPeople } from './people-import.ts'
import { removeOrErase } from './remove-account.ts'
import { seenBy } from './seen.ts'
import { userSheet } from './sheets.ts'

const userType = z.enum(USER_TYPES)

const view = ({
  id,
  user_type,
  status,
  gender,
  language,
  country_code,
  avatar_file_id,
  phone_verified_at,
  email_confirmed_at,
  mfa_methods,
  last_login_at,
  erased_at,
  created_at,
  updated_at,
  title_waits,
  designation_waits,
  ...row
}: PersonRow): Person => ({
  _id: id,
  ...row,
  user_type: userType.parse(user_type),
  status: statusOf(status),
  gender: genderOf(gender),
  name: nameOf(row),
  language: isLanguage(language) ? language : 'en',
  country: country_code,
  avatar_url: fileUrlOrNull(avatar_file_id),
  meta: { phone_verified: phone_verified_at !== null, email_confirmed: email_confirmed_at !== null },
  waiting_for_confirmation: waitingTitles({ title_waits, designation_waits }),
  mfa_methods: methodsOf(mfa_methods),
  last_login_at: last_login_at?.toISOString() ?? null,
  erased_at: erased_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/**
 * Returns a user or vendor. Staff accounts are not found here, whatever their id.
 * @param language of the reader; without it title and designation are in the church's own, as the audit trail has them
 */
const person = async (db: Queryable, id: string, language?: Language): Promise<Person> => {
  const row = found(await findPerson(db, id, language))
  return view(row)
}

/** Returns a person to somebody who has acted on them. */
const answer = async (ctx: WriteContext, id: string): Promise<Person> =>
  seenBy(ctx, 'users.read', await person(ctx.tx, id, ctx.language))

/** Sends the link to choose a password or to confirm the address, depending on what is missing. */
const sendFirstMail = async (ctx: WriteContext, id: string): Promise<void> => {
  const account = found(await findAccount(ctx.tx, id))
  if (account.email === null) return
  if (account.password_hash === null) await sendInvitation(ctx, account)
  else if (account.email_confirmed_at === null) await sendConfirmation(ctx, account)
}

/** Acts on one account, and records what changed. @throws not_found for an account that is gone */
const actOn = async <W extends Work>(
  work: W,
  id: string,
  action: string,
  act: (work: W, before: Person) => Promise<void>,
): Promise<Person> => {
  const before = await person(work.tx, id)
  await act(work, before)
  work.publish('staff', 'users.changed')
  return changed(work, 'users', before, await person(work.tx, id), action)
}

const acting =
  (action: string, act: (ctx: WriteContext, before: Person) => Promise<void>) =>
  async (ctx: WriteContext, { params }: { params: { id: string } }): Promise<Person> => {
    await actOn(ctx, params.id, action, act)
    return answer(ctx, params.id)
  }

const approve = async (work: Work, before: Person): Promise<void> => {
  if (before.status === 'approved') return
  await updateAccount(work.tx, work.now, before._id, { status: 'approved' })
  await sendNotice(work, found(await findAccount(work.tx, before._id)), 'account_approved')
}

const deactivate = async (work: Work, before: Person): Promise<void> => {
  const settle = await followersOf(work).beforeDeactivation(work, before._id)
  await updateAccount(work.tx, work.now, before._id, { status: 'deactivated' })
  await settle()
  await endSessions(work, before._id, 'deactivated')
}

/** The columns of an account that a change of many people sets. */
const PLACED = [
  'region_id',
  'area_id',
  'district_id',
  'assembly_id',
  'title_id',
  'designation_id',
  'confirmed_title_id',
  'title_confirmed_at',
  'title_confirmed_by',
  'confirmed_designation_id',
  'designation_confirmed_at',
  'designation_confirmed_by',
  'has_completed_basic_requirement',
  'has_completed_additional_requirement',
] as const

/** Returns what a change of many people can set, as it is stored. @throws not_found */
export const placeOfPerson = async ({ db }: ReadWork, id: string) => found(await findColumns(db, id, PLACED))

/** Sets the church unit, title or designation of one of many people. What the office enters counts as confirmed. */
export const changePerson = (
  work: Work,
  id: string,
  { church_unit_id, ...titles }: Partial<Record<keyof typeof peopleChange, string | null>>,
  by: string,
): Promise<Person> =>
  actOn(work, id, 'update', async () => {
    const patch = { ...titles, ...(church_unit_id && (await belongingTo(work.tx, church_unit_id))) }
    const account = found(await findAccount(work.tx, id))
    await updateAccount(work.tx, work.now, id, {
      ...(await profilePatch(work, account, patch)),
      ...confirmedTitles(newTitles(patch, account), patch, by, work.now),
    })
    if ((await person(work.tx, id)).waiting_for_confirmation.length === 0) await endTitleAlert(work, id)
  })

/** Gives a person back what they had. A title that was claimed and not confirmed waits again. */
export const restorePerson = (work: Work, id: string, columns: AccountPatch): Promise<Person> =>
  actOn(work, id, 'update', async (_, before) => {
    await updateAccount(work.tx, work.now, id, columns)
    if ((await person(work.tx, id)).waiting_for_confirmation.length > 0)
      await raiseTitleAlert(work, { id, name: before.name }, await waitingNames(work.tx, id))
  })

/** Returns the status of an account. @throws not_found */
export const statusOfPerson = async ({ db }: ReadWork, id: string): Promise<{ status: Person['status'] }> => ({
  status: (await person(db, id)).status,
})
/** Gives an account back the status that it had before it was deactivated. Its sessions stay ended. */
export const reactivatePerson = (work: Work, id: string, status: 'approved' | 'pending'): Promise<Person> =>
  actOn(work, id, 'reactivate', () => updateAccount(work.tx, work.now, id, { status }))

/** Approves one of many accounts. @throws stale if a colleague deactivated it after this was asked for */
export const approvePerson = async (work: Work, id: string, { at }: { readonly at: Date }): Promise<Person> => {
  if (await wasActedOn(work.tx, { resource: 'users', objectId: id, action: 'deactivate', since: at }))
    throw new AppError('stale')
  return actOn(work, id, 'approve', approve)
}
/** Deactivates one of many accounts, and ends its sessions. */
export const deactivatePerson = (work: Work, id: string): Promise<Person> => actOn(work, id, 'deactivate', deactivate)

type Names =
  | `${'create' | 'get' | 'update' | 'remove' | 'approve' | 'deactivate'}User`
  | `${'list' | 'pick' | 'import' | 'export'}Users`
  | 'endUserSessions'
  | 'removeUserAvatar'
  | 'resendUserConfirmation'
  | 'resetUserMfa'
  | 'resetUserPassword'

export const userHandlers: Pick<Handlers<typeof authorizationRoutes>, Names> = {
  listUsers: reads(async (ctx, { query }) => {
    const { items, total } = await listPeople(ctx.db, query, ctx.language)
    return { items: items.map(view), total }
  }),
  createUser: writes(async (ctx, { body }) => {
    const { user_type, first_name, last_name, email, phone, invite, staff_id, country, language, ...rest } = body
    if (user_type === 'vendor' && !email) throw invalid([{ field: 'email', code: 'required' }])
    const country_code = country ? await countryCode(ctx, country) : (await readClientGroup(ctx.tx)).country
    const id = await insertAccount(ctx.tx, ctx.now, {
      user_type,
      status: 'approved',
      email: email ?? null,
      phone: phone ? phoneField(phone, country_code) : null,
      password_hash: null,
      first_name,
      last_name,
      country_code,
      language: language ?? ctx.language,
    })
    const account = found(await findAccount(ctx.tx, id))
    await updateAccount(ctx.tx, ctx.now, id, {
      ...(await profilePatch(ctx, account, rest)),
      // Values that staff enter count as confirmed by the office.
      ...confirmedTitles(newTitles(rest, account), rest, ctx.caller.id, ctx.now),
      staff_id,
    })
    if (invite) await sendFirstMail(ctx, id)
    ctx.publish('staff', 'users.changed')
    await created(ctx, 'users', await person(ctx.tx, id))
    return person(ctx.tx, id, ctx.language)
  }),
  getUser: reads((ctx, { params }) => person(ctx.db, params.id, ctx.language)),
  updateUser: orchestrates(async (ctx, { params, body, files }) => {
    await person(ctx.db, params.id)
    const avatar = await storeAvatar(ctx, files)
    return ctx.transact(async (inner) => {
      const before = await person(inner.tx, params.id)
      const { email, staff_id, ...rest } = body
      const account = found(await findAccount(inner.tx, params.id))
      const isNewAddress = email !== undefined && email !== account.email
      if (email === null && account.user_type !== 'user') throw invalid([{ field: 'email', code: 'required' }])
      await updateAccount(inner.tx, inner.now, params.id, {
        ...(await profilePatch(inner, account, rest)),
        ...confirmedTitles(newTitles(rest, account), rest, inner.caller.id, inner.now),
        staff_id,
        email,
        ...(isNewAddress ? { email_confirmed_at: null } : {}),
      })
      if (isNewAddress && email) {
        await sendFirstMail(inner, params.id)
        // Their account is reached by another address now: they hear of it at the one they know.
        if (account.password_hash !== null) await sendNotice(inner, account, 'email_changed', { address: email })
      }
      if (avatar) await replaceAvatar(inner, account, avatar)
      inner.publish('staff', 'users.changed')
      const after = await person(inner.tx, params.id)
      if (after.waiting_for_confirmation.length === 0) await endTitleAlert(inner, params.id)
      await changed(inner, 'users', before, after)
      return answer(inner, params.id)
    })
  }),
  removeUser: writes(async (ctx, { params }) => {
    const before = await person(ctx.tx, params.id)
    if (!(await removeOrErase(ctx, params.id))) return {}
    ctx.publish('staff', 'users.changed')
    return removed(ctx, 'users', before)
  }),
  pickUsers: reads(async (ctx, { query }) =>
    (await pickPeople(ctx.db, query)).map((row) => ({
      _id: row.id,
      name: nameOf(row),
      email: row.email,
      phone: row.phone,
      user_type: userType.parse(row.user_type),
    })),
  ),
  importUsers: importPeople,
  approveUser: writes(acting('approve', approve)),
  deactivateUser: writes(acting('deactivate', deactivate)),
  endUserSessions: writes(
    acting('end_sessions', async (ctx, before) => {
      await endSessions(ctx, before._id, 'ended by an administrator')
    }),
  ),
  removeUserAvatar: writes(
    acting('remove_avatar', async (ctx, before) => {
      await replaceAvatar(ctx, found(await findAccount(ctx.tx, before._id)), undefined)
    }),
  ),
  resendUserConfirmation: writes(acting('resend_confirmation', (ctx, before) => sendFirstMail(ctx, before._id))),
  resetUserMfa: writes(
    acting('reset_mfa', async (ctx, before) => {
      await resetMfa(ctx, found(await findAccount(ctx.tx, before._id)))
    }),
  ),
  resetUserPassword: writes(
    acting('reset_password', async (ctx, before) => {
      if (before.email === null && before.phone === null)
        throw new AppError('invalid_input', { fields: [{ field: 'email', code: 'required' }] })
      await sendPasswordReset(ctx, found(await findAccount(ctx.tx, before._id)))
    }),
  ),
  exportUsers: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...userSheet,
      rows: exportPeople(ctx.db, query),
    }),
  ),
}
