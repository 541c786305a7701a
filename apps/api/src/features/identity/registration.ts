import { language } from '@shiloh/contract/core'
import { AVATAR_FIELD } from '@shiloh/contract/identity/account'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import { z } from 'zod'
import { countryNamed, readClientGroup, readSettings } from '#features/organisation'
import { type Handlers, orchestrates, writes } from '#http/binder'
import { mayWriteTo } from '#platform/auth/typed-address'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { takeTurn } from '#platform/db/turns.store'
import type { Job } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import type { StoredFile, Upload } from '#platform/files/files'
import { REMOVE_STORED_FILE, saveFile } from '#platform/files/files.store'
import { inWork, type Work } from '#platform/jobs/work'
import { phoneField } from '#platform/text/phone'
import { nameOf } from './account-view.ts'
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  findWantedEvent,
  insertAccount,
  noteWantedEvent,
  setPassword,
  updateAccount,
} from './accounts.store.ts'
import { sendConfirmation, sendNotice } from './messages.ts'
import { newPasswordHash } from './passwords.ts'
import { hasBasics } from './rules.ts'
import { spendOwnToken } from './tokens.ts'

const AVATAR_SIDE = 512

/**
 * Stores the picture uploaded with the call, if any. Call it before the transaction, because it reads and writes files.
 */
export const storeAvatar = async (ctx: ReadContext, files: readonly Upload[]): Promise<StoredFile | undefined> => {
  const upload = files.find((file) => file.field === AVATAR_FIELD)
  return upload && ctx.deps.files.storePicture(upload, AVATAR_SIDE)
}

export const saveAvatar = (ctx: Pick<Work, 'tx' | 'now'>, userId: string, stored: StoredFile): Promise<string> =>
  saveFile(ctx.tx, ctx.now, stored, { ownerId: userId, purpose: 'avatar', visibility: 'public' })

/** Returns the code of a country given by code or name. @throws invalid naming `country` */
export const countryCode = async (ctx: Pick<ReadContext, 'db'>, text: string): Promise<string> => {
  const country = await countryNamed(ctx.db, text)
  if (!country) throw invalid([{ field: 'country', code: 'unknown_choice' }])
  return country.code
}

/** Words that make a password easy to guess for somebody who knows the person or the church. */
export const passwordWords = async (
  ctx: ReadContext,
  person: {
    readonly email?: string | null | undefined
    readonly first_name?: string | undefined
    readonly last_name?: string | undefined
  },
) => {
  const { name, short_name } = await readClientGroup(ctx.db)
  return {
    own: [
      person.email ?? '',
      (person.email ?? '').split('@')[0] ?? '',
      person.first_name ?? '',
      person.last_name ?? '',
    ].filter(Boolean),
    context: [name, short_name],
  }
}

/** Confirms the address that the token was sent to: the account's own, or the new one that replaces it. */
const confirmEmail = async (ctx: WriteContext) => {
  const token = await spendOwnToken(ctx)
  const account = found(await findAccount(ctx.tx, token.user_id))
  const changed = token.data.email
  if (typeof changed === 'string') {
    if (account.pending_email?.toLowerCase() !== changed.toLowerCase()) throw new AppError('token_expired')
    await updateAccount(ctx.tx, ctx.now, account.id, {
      email: changed,
      pending_email: null,
      email_confirmed_at: ctx.now,
    })
    await sendNotice(ctx, account, 'email_changed', { address: changed })
  } else {
    await updateAccount(ctx.tx, ctx.now, account.id, { email_confirmed_at: ctx.now })
  }
  ctx.audit({ action: 'confirm_email', resource: 'users', objectId: account.id })
  ctx.publish('staff', 'users.changed')
  return {
    email: typeof changed === 'string' ? changed : (account.email ?? ''),
    status: account.status,
    wanted_event: account.wanted_event,
  }
}

export const REGISTER = 'register_account'
export const RESEND_CONFIRMATION = 'resend_confirmation'

const registrationPayload = z.object({
  status: z.enum(['pending', 'approved']),
  email: z.string(),
  phone: z.string(),
  password_hash: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  country_code: z.string(),
  language,
  is_not_member: z.boolean(),
  accepted_terms_at: z.iso.datetime(),
  event: z.string().optional(),
  avatar: z
    .object({ storageKey: z.string(), mime: z.string(), bytes: z.number(), sha256: z.string(), name: z.string() })
    .optional(),
  ip: z.string(),
})
type Registration = z.output<typeof registrationPayload>

/**
 * The job that follows a registration: creates the account, or writes to the owner of an existing one. A form that was sent
 * several times before its account was there makes one account and sends one mail.
 */
export const registerAccount: Job = async (payload, deps) => {
  const { sealed } = z.object({ sealed: z.string() }).parse(payload)
  const { avatar, ip, accepted_terms_at, event, ...person } = registrationPayload.parse(
    JSON.parse(deps.crypto.unseal(sealed, REGISTER)),
  )
  const mayWrite = await mayWriteTo(deps, person.email)
  await inWork(deps, async (ctx) => {
    await takeTurn(ctx.tx, `users.email ${person.email.toLowerCase()}`)
    const existing = await findAccountByEmail(ctx.tx, person.email)
    // The registration form does not reveal who has an account. The owner of the mailbox learns it by mail.
    if (existing) {
      if (avatar) await ctx.enqueue(REMOVE_STORED_FILE, { storage_key: avatar.storageKey })
      // Only an account that nobody has used: a stranger can type the address of somebody else's.
      if (event && existing.email_confirmed_at === null) await noteWantedEvent(ctx.tx, ctx.now, existing.id, event)
      if (!mayWrite) return
      const isUnconfirmed = existing.email_confirmed_at === null && existing.password_hash !== null
      // Where they were going is in the mail, so that a stranger's form changes nothing about the account.
      if (!isUnconfirmed)
        await sendNotice(ctx, existing, 'account_exists', {
          event: (event && (await findWantedEvent(ctx.tx, ctx.now, event))) ?? '',
        })
      // The account is newer than this form: its confirmation is on the way.
      else if (existing.created_at < new Date(accepted_terms_at)) await sendConfirmation(ctx, existing)
      return
    }
    const id = await insertAccount(ctx.tx, ctx.now, {
      ...person,
      user_type: 'user',
      accepted_terms_at: new Date(accepted_terms_at),
    })
    if (event) await noteWantedEvent(ctx.tx, ctx.now, id, event)
    if (avatar) await updateAccount(ctx.tx, ctx.now, id, { avatar_file_id: await saveAvatar(ctx, id, avatar) })
    const account: AccountRow = found(await findAccount(ctx.tx, id))
    await updateAccount(ctx.tx, ctx.now, id, { has_completed_basic_requirement: hasBasics(account) })
    if (mayWrite) await sendConfirmation(ctx, account)
    ctx.audit({ action: 'register', resource: 'users', objectId: id, by: { id, name: nameOf(account) }, after: { ip } })
    ctx.publish('staff', 'users.changed')
  })
}

/** The job that sends the confirmation link again. */
export const resendConfirmation: Job = async (payload, deps) => {
  const { email } = z.object({ email: z.string() }).parse(payload)
  if (!(await mayWriteTo(deps, email))) return
  await inWork(deps, async (ctx) => {
    const account = await findAccountByEmail(ctx.tx, email)
    if (account && account.email_confirmed_at === null && account.password_hash !== null)
      await sendConfirmation(ctx, account)
  })
}

type Names = 'register' | 'resendConfirmation' | 'confirmEmail' | 'adminConfirmEmail' | 'adminRegister'

export const registrationHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  register: orchestrates(async (ctx, { body, files }) => {
    const { security_settings, password_complexity_settings: policy } = await readSettings(ctx.db)
    if (security_settings.sign_ups_disabled) throw new AppError('sign_ups_disabled')
    const country = await countryCode(ctx, body.country)
    const phone = phoneField(body.phone, country)
    const passwordHash = await newPasswordHash(policy, body, await passwordWords(ctx, body))
    const avatar = await storeAvatar(ctx, files)
    const requiresApproval = security_settings.approve_sign_ups
    const registration: Registration = {
      status: requiresApproval ? 'pending' : 'approved',
      email: body.email,
      phone,
      password_hash: passwordHash,
      first_name: body.first_name,
      last_name: body.last_name,
      country_code: country,
      language: body.language ?? ctx.language,
      is_not_member: body.is_not_member,
      accepted_terms_at: ctx.now.toISOString(),
      event: body.event,
      avatar,
      ip: ctx.ip,
    }
    // The account is looked up after the answer, so that the response time reveals nothing.
    const sealed = ctx.deps.crypto.seal(JSON.stringify(registration), REGISTER)
    await ctx.transact((inner) => inner.enqueue(REGISTER, { sealed }))
    return { email: body.email, requires_approval: requiresApproval }
  }),
  resendConfirmation: writes(async (ctx, { body }) => {
    await ctx.enqueue(RESEND_CONFIRMATION, { email: body.email })
    return {}
  }),
  confirmEmail: writes(confirmEmail),
  adminConfirmEmail: writes(confirmEmail),
  adminRegister: orchestrates(async (ctx, { body }) => {
    const account = found(await findAccount(ctx.db, ctx.token.userId))
    const { password_complexity_settings: policy } = await readSettings(ctx.db)
    const passwordHash = await newPasswordHash(policy, body, await passwordWords(ctx, account))
    const phone = body.phone ? phoneField(body.phone, account.country_code) : undefined
    await ctx.transact(async (inner) => {
      await spendOwnToken(inner)
      await setPassword(inner.tx, inner.now, account.id, passwordHash)
      await updateAccount(inner.tx, inner.now, account.id, {
        first_name: body.first_name,
        last_name: body.last_name,
        phone,
        language: body.language,
        // The invitation arrived by this mailbox.
        email_confirmed_at: account.email_confirmed_at ?? inner.now,
        status: account.status === 'pending' ? 'approved' : account.status,
      })
      inner.audit({
        action: 'accept_invitation',
        resource: account.user_type === 'admin' ? 'admin_users' : 'users',
        objectId: account.id,
      })
    })
    return { email: account.email ?? '' }
  }),
}
