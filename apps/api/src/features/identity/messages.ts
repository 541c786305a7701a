import type { CodeMethod } from '@shiloh/contract/identity/account'
import { readClientGroup } from '#features/organisation'
import type { ReadWork, Work } from '#platform/jobs/work'
import { nameOf } from './account-view.ts'
import type { AccountRow } from './accounts.store.ts'
import { issueToken } from './tokens.ts'

type Addressee = Pick<
  AccountRow,
  | 'id'
  | 'email'
  | 'email_confirmed_at'
  | 'phone'
  | 'language'
  | 'first_name'
  | 'last_name'
  | 'other_names'
  | 'mfa_methods'
  | 'wanted_event'
>

/**
 * The frame of every message. An unconfirmed mailbox can be a stranger's, and the name can be an attacker's text, so
 * the name is left out.
 */
const frame = async (ctx: ReadWork, account: Addressee, confirmed = account.email_confirmed_at !== null) => ({
  name: confirmed ? nameOf(account) : '',
  organisation: (await readClientGroup(ctx.db)).name,
})

/** Sends a mail that needs only the recipient. Does nothing without an address. */
export const sendNotice = async (
  ctx: Work,
  account: Addressee,
  template:
    | 'account_exists'
    | 'password_changed'
    | 'mfa_on'
    | 'mfa_off'
    | 'passkey_added'
    | 'passkey_removed'
    | 'account_approved'
    | 'email_changed',
  data: Readonly<Record<string, string>> = {},
): Promise<void> => {
  if (account.email === null) return
  await ctx.send({
    template,
    channel: 'mail',
    to: account.email,
    userId: account.id,
    language: account.language,
    data: { ...(await frame(ctx, account)), ...data },
  })
}

/** Sends the confirmation link for an address: the account's own, or the new one that replaces it. */
export const sendConfirmation = async (ctx: Work, account: Addressee, newEmail?: string): Promise<void> => {
  const to = newEmail ?? account.email
  if (to === null) return
  const token = await issueToken(ctx, {
    userId: account.id,
    purpose: 'confirm_account',
    data: newEmail === undefined ? {} : { email: newEmail },
  })
  await ctx.send({
    template: newEmail === undefined ? 'confirm_account' : 'confirm_email_change',
    channel: 'mail',
    to,
    userId: account.id,
    language: account.language,
    data: {
      ...(await frame(ctx, account, false)),
      token,
      ...(newEmail === undefined && { event: account.wanted_event?.name ?? '' }),
    },
  })
}

/** Sends the password reset link over the requested channel. With a second step, the link leads there first. */
export const sendPasswordReset = async (
  ctx: Work,
  account: Addressee,
  channel: 'mail' | 'sms' = account.email === null ? 'sms' : 'mail',
): Promise<void> => {
  const to = channel === 'mail' ? account.email : account.phone
  if (to === null) return
  const mfa = account.mfa_methods.length > 0
  const token = await issueToken(ctx, {
    userId: account.id,
    purpose: mfa ? 'mfa_password_reset' : 'password_reset',
  })
  await ctx.send({
    template: `${mfa ? 'password_reset_mfa' : 'password_reset'}${channel === 'sms' ? '_sms' : ''}`,
    channel,
    to,
    userId: account.id,
    language: account.language,
    data: { ...(await frame(ctx, account)), token },
  })
}

/** Invites a person with a newly created account to choose a password. Returns the token of the link. */
export const sendInvitation = async (
  ctx: Work,
  account: Addressee & Pick<AccountRow, 'user_type'>,
): Promise<string> => {
  const token = await issueToken(ctx, { userId: account.id, purpose: 'invitation' })
  if (account.email !== null)
    await ctx.send({
      template: account.user_type === 'admin' ? 'invitation' : 'invitation_member',
      channel: 'mail',
      to: account.email,
      userId: account.id,
      language: account.language,
      data: { ...(await frame(ctx, account)), token },
    })
  return token
}

/** Sends a code that signs in. Several people can share the phone: the SMS names nobody. */
export const sendSignInCode = async (
  ctx: Work,
  account: Addressee,
  by: 'email' | 'sms',
  code: string,
): Promise<void> => {
  const to = by === 'email' ? account.email : account.phone
  if (to === null) return
  await ctx.send({
    template: by === 'email' ? 'sign_in_code' : 'sign_in_code_sms',
    channel: by === 'email' ? 'mail' : 'sms',
    to,
    userId: account.id,
    language: account.language,
    data: { ...(await frame(ctx, account, by === 'email')), code },
  })
}

/** Sends a one-time code by mail or SMS. */
export const sendCode = async (
  ctx: Work,
  account: Addressee,
  method: Exclude<CodeMethod, 'app'>,
  code: string,
  to = method === 'email' ? account.email : account.phone,
): Promise<void> => {
  if (to === null) return
  await ctx.send({
    template: method === 'email' ? 'code' : 'code_sms',
    channel: method === 'email' ? 'mail' : 'sms',
    to,
    userId: account.id,
    language: account.language,
    data: { ...(await frame(ctx, account)), code },
  })
}
