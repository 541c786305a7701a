import type { FieldError } from '@shiloh/contract/errors'
import type { Account, profileBody } from '@shiloh/contract/identity/account'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import type { z } from 'zod'
import { checkBelonging, holdPlaces } from '#features/organisation'
import { type Handlers, orchestrates, writes } from '#http/binder'
import { requireConfirmed } from '#http/permissions'
import { countMailBy } from '#platform/auth/typed-address'
import type { OrchestrateContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import type { StoredFile, Upload } from '#platform/files/files'
import { removeFile } from '#platform/files/files.store'
import type { ReadWork } from '#platform/jobs/work'
import { phoneField } from '#platform/text/phone'
import { ownAccount } from './account-view.ts'
import {
  type AccountPatch,
  type AccountRow,
  findAccount,
  findAccountByEmail,
  findAvatar,
  lockAccount,
  updateAccount,
} from './accounts.store.ts'
import { sendCode, sendConfirmation } from './messages.ts'
import { countryCode, saveAvatar, storeAvatar } from './registration.ts'
import {
  birthDateProblems,
  hasAdditional,
  hasBasics,
  MAX_ATTEMPTS,
  newTitles,
  phoneCodeWait,
  RESEND_WINDOW,
} from './rules.ts'
import { waitingNames } from './titles.store.ts'
import { endTitleAlert, raiseTitleAlert } from './titles.ts'
import { countAttempt, recentTokens, useToken } from './tokens.store.ts'
import { isCode, issueToken, lockOwnToken, newCode } from './tokens.ts'

type ProfilePatch = Omit<z.output<typeof profileBody>, 'email' | 'remove_avatar'>

const HOME = ['region_id', 'area_id', 'district_id', 'assembly_id'] as const

const movesHome = (patch: ProfilePatch): boolean => HOME.some((field) => patch[field] !== undefined)
const homeAfter = (before: AccountRow, patch: ProfilePatch) =>
  Object.fromEntries(HOME.map((field) => [field, patch[field] === undefined ? before[field] : patch[field]]))

/** Returns the row changes of a profile update: phone and country normalised, requirements checked again. */
export const profilePatch = async (ctx: ReadWork, before: AccountRow, body: ProfilePatch): Promise<AccountPatch> => {
  const { country, phone: typed, notify, ...plain } = body
  const country_code = country === undefined ? undefined : await countryCode(ctx, country)
  const phone = typed ? phoneField(typed, country_code ?? before.country_code) : typed
  const problems: FieldError[] = birthDateProblems(plain.birth_date, ctx.now.toISOString().slice(0, 10))
  const channels = { ...before.notify, ...notify }
  if (!channels.mail && !channels.sms) problems.push({ field: 'notify', code: 'channel_needed' })
  if (problems.length > 0) throw invalid(problems)
  if (movesHome(plain)) await checkBelonging(ctx.db, homeAfter(before, plain))
  const changed: AccountPatch = {
    ...plain,
    country_code,
    phone,
    // A new number has to be confirmed again.
    ...(phone !== undefined && phone !== before.phone ? { phone_verified_at: null } : {}),
    ...(notify === undefined ? {} : { notify: JSON.stringify(channels) }),
  }
  const given = Object.fromEntries(
    Object.entries({ ...plain, country_code, phone }).filter(([, value]) => value !== undefined),
  )
  const after = { ...before, ...given }
  return {
    ...changed,
    has_completed_basic_requirement: hasBasics(after),
    has_completed_additional_requirement: hasAdditional(after),
  }
}

/** Replaces or removes the picture. The old file is deleted after the commit. */
export const replaceAvatar = async (
  ctx: WriteContext,
  account: Pick<AccountRow, 'id' | 'avatar_file_id'>,
  stored: StoredFile | undefined,
): Promise<void> => {
  const avatar_file_id = stored ? await saveAvatar(ctx, account.id, stored) : null
  await updateAccount(ctx.tx, ctx.now, account.id, { avatar_file_id })
  if (account.avatar_file_id === null) return
  const old = await findAvatar(ctx.tx, account.avatar_file_id)
  if (old) await removeFile(ctx, old)
}

/** Requests a new address, which applies once its link is opened. The answer is the same for an address in use. */
const requestEmail = async (ctx: WriteContext, account: AccountRow, email: string): Promise<void> => {
  if (email === account.email?.toLowerCase()) {
    await updateAccount(ctx.tx, ctx.now, account.id, { pending_email: null })
    return
  }
  await updateAccount(ctx.tx, ctx.now, account.id, { pending_email: email })
  if (!(await findAccountByEmail(ctx.tx, email))) await sendConfirmation(ctx, account, email)
}

interface Edit {
  readonly patch: ProfilePatch
  readonly email?: string | undefined
  readonly removeAvatar?: boolean | undefined
  readonly action: string
}

const edit = async (
  ctx: OrchestrateContext,
  files: readonly Upload[],
  { patch, email, removeAvatar, action }: Edit,
): Promise<Account> => {
  const known = email === undefined ? undefined : await findAccount(ctx.db, ctx.caller.id)
  if (email !== undefined && email !== known?.email?.toLowerCase()) await countMailBy(ctx, email)
  const avatar = await storeAvatar(ctx, files)
  return ctx.transact(async (inner) => {
    // Units are held before the account is locked, as a move of a unit does.
    if (movesHome(patch)) {
      const now = found(await findAccount(inner.tx, inner.caller.id))
      await holdPlaces(
        inner.tx,
        Object.values(homeAfter(now, patch)).flatMap((id) => id ?? []),
      )
    }
    await lockAccount(inner.tx, inner.caller.id)
    const row = found(await findAccount(inner.tx, inner.caller.id))
    const before = await ownAccount(inner)
    const claimed = newTitles(patch, row)
    const change: AccountPatch = {
      ...(await profilePatch(inner, row, patch)),
      ...(claimed.length > 0 ? { title_claimed_at: inner.now } : {}),
    }
    const isNewPhone = change.phone !== undefined && change.phone !== row.phone
    const isNewEmail = email !== undefined && email !== row.email?.toLowerCase()
    // Either of them gives access to the account.
    if (isNewPhone || isNewEmail) requireConfirmed(inner.caller, inner.now)
    await updateAccount(inner.tx, inner.now, row.id, change)
    if (email !== undefined) await requestEmail(inner, row, email)
    if (avatar || removeAvatar) await replaceAvatar(inner, row, avatar)
    const after = await ownAccount(inner)
    const waiting = after.waiting_for_confirmation
    if (waiting.length === 0) await endTitleAlert(inner, row.id)
    else if (waiting.some((kind) => claimed.includes(kind)))
      await raiseTitleAlert(inner, { id: row.id, name: after.name }, await waitingNames(inner.tx, row.id))
    inner.audit({ action, resource: 'users', objectId: row.id, before, after })
    inner.publish('staff', 'users.changed')
    return after
  })
}

const updateProfile: Handlers<typeof identityRoutes>['updateProfile'] = orchestrates((ctx, { body, files }) => {
  const { email, remove_avatar, ...patch } = body
  return edit(ctx, files, { patch, email, removeAvatar: remove_avatar, action: 'update' })
})

const onboard: Handlers<typeof identityRoutes>['onboard'] = orchestrates((ctx, { body }) =>
  edit(ctx, [], { patch: body, action: 'complete_additional_requirement' }),
)

const requestPhoneVerification: Handlers<typeof identityRoutes>['requestPhoneVerification'] = writes(
  async (ctx, { body }) => {
    await lockAccount(ctx.tx, ctx.caller.id)
    const account = found(await findAccount(ctx.tx, ctx.caller.id))
    const phone = body.phone ? phoneField(body.phone, account.country_code) : account.phone
    if (phone === null) throw invalid([{ field: 'phone', code: 'required' }])
    if (phone !== account.phone) requireConfirmed(ctx.caller, ctx.now)
    const since = new Date(ctx.now.getTime() - RESEND_WINDOW)
    const recent = await recentTokens(ctx.tx, account.id, 'phone_verification', since)
    const sent = recent.map(({ at, data }) => ({ at, phone: data.phone }))
    const wait = phoneCodeWait(ctx.now, sent, phone)
    if (wait > 0) throw new AppError('too_many_requests', { retryAfter: wait })
    const code = newCode(ctx)
    const token = await issueToken(ctx, { userId: account.id, purpose: 'phone_verification', code, data: { phone } })
    await sendCode(ctx, account, 'sms', code, phone)
    return { sms_verification_code_timestamp: ctx.now.toISOString(), phone_verification_token: token }
  },
)

const confirmPhone: Handlers<typeof identityRoutes>['confirmPhone'] = writes(async (ctx, { body }) => {
  const token = await lockOwnToken(ctx)
  if (!isCode(ctx, token.code_hash, token.token_hash, body.code)) {
    await countAttempt(ctx.tx, ctx.now, token.id, MAX_ATTEMPTS)
    throw new AppError('code_wrong', { commit: true, fields: [{ field: 'code', code: 'invalid' }] })
  }
  await useToken(ctx.tx, ctx.now, token.id)
  const account = found(await findAccount(ctx.tx, token.user_id))
  const phone = typeof token.data.phone === 'string' ? token.data.phone : account.phone
  if (phone === null) throw new AppError('token_expired')
  await updateAccount(ctx.tx, ctx.now, account.id, {
    phone,
    phone_verified_at: ctx.now,
    has_completed_basic_requirement: hasBasics({ ...account, phone }),
  })
  ctx.audit({ action: 'confirm_phone', resource: 'users', objectId: account.id })
  return { phone, phone_verified: true }
})

type Names =
  | 'updateProfile'
  | 'adminUpdateProfile'
  | 'onboard'
  | 'adminOnboard'
  | 'completeOnboarding'
  | 'requestPhoneVerification'
  | 'adminRequestPhoneVerification'
  | 'confirmPhone'
  | 'adminConfirmPhone'

export const profileHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  updateProfile,
  adminUpdateProfile: updateProfile,
  onboard,
  adminOnboard: onboard,
  completeOnboarding: orchestrates((ctx, { body, files }) =>
    edit(ctx, files, { patch: body, action: 'complete_basic_requirement' }),
  ),
  requestPhoneVerification,
  adminRequestPhoneVerification: requestPhoneVerification,
  confirmPhone,
  adminConfirmPhone: confirmPhone,
}
