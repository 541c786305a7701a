import type { RateLimit } from '@shiloh/contract/core'
import { CODE_METHODS, type CodeMethod } from '@shiloh/contract/identity/account'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import type { Assertion, SecondStepAsked } from '@shiloh/contract/identity/sign-in'
import { maskEmail, maskPhone } from '@shiloh/contract/text/masking'
import { generateSecret, generateURI, verify } from 'otplib'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { readClientGroup } from '#features/organisation'
import { type Handlers, orchestrates, reads, writes } from '#http/binder'
import type { OrchestrateContext, ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import type { Random } from '#platform/random'
import { type AccountRow, findAccount, lockAccount } from './accounts.store.ts'
import { sendCode, sendNotice } from './messages.ts'
import {
  activateMethod,
  countMethodAttempt,
  findMethods,
  type MethodRow,
  recoveryCodesLeft,
  removeMethod,
  replaceRecoveryCodes,
  startMethod,
  takeRecoveryCode,
  takeStep,
} from './mfa.store.ts'
import { provenPasskey } from './passkey-proof.ts'
import { deletePasskeys, listPasskeys, passkeyView } from './passkeys.store.ts'
import { CODE_LIFETIME, MAX_ATTEMPTS, RESEND_WINDOW, resendWait } from './rules.ts'
import { endSessions, openSession } from './sessions.ts'
import { countAttempt, type LockedToken, recentTokens, replaceCode, useToken } from './tokens.store.ts'
import { hashCode, isCode, issueToken, lockOwnToken, newCode } from './tokens.ts'

const RECOVERY_CODES = 10
/** Five bits per character, without letters and digits that look alike. */
const RECOVERY_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const RECOVERY_LENGTH = 24

/** One time step before and after: the clocks of phones are rarely exact. */
const TOTP_TOLERANCE_SECONDS = 30

/**
 * Failed codes of one account over all its tokens: an attacker who knows the password could request token after token.
 */
const FAILED_STEPS: RateLimit = { points: 30, seconds: 3600, by: 'caller' }
/** Codes that sign-ins to one account can send within the window. After that, sign-in has to wait. */
const MAX_LOGIN_CODES = 6

/** The context that the app's secret is sealed with. */
export const sealContext = (userId: string): string => `totp of ${userId}`
/** The context that an enrolment code is bound to. */
const enrolment = (userId: string, method: CodeMethod) => `enrol\n${userId}\n${method}`

const newRecoveryCode = (random: Random): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[random.below(RECOVERY_ALPHABET.length)]).join('')
/** Formats a code in groups of six. */
const shown = (code: string): string => code.replace(/(.{6})(?=.)/g, '$1-')
/** Returns the possible stored hashes of a recovery code. The first is the one to store. */
const recoveryHashes = (ctx: ReadContext, userId: string, code: string) =>
  ctx.deps.crypto.keyedHashes('recovery', `${userId}\n${code}`)

/** Replaces the recovery codes. They can only be read in this answer. */
export const renewRecoveryCodes = async (ctx: WriteContext, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(ctx.deps.random))
  await replaceRecoveryCodes(
    ctx.tx,
    userId,
    codes.map((code) => recoveryHashes(ctx, userId, code)[0]),
  )
  return codes.map(shown)
}

/** Returns whether the app's code is right and its time step was not used before. */
const takeAppCode = async (ctx: WriteContext, userId: string, method: MethodRow, code: string): Promise<boolean> => {
  if (method.secret_sealed === null) return false
  const result = await verify({
    secret: ctx.deps.crypto.unseal(method.secret_sealed, sealContext(userId)),
    token: code,
    epoch: Math.floor(ctx.now.getTime() / 1000),
    epochTolerance: TOTP_TOLERANCE_SECONDS,
  })
  return result.valid && 'timeStep' in result && takeStep(ctx.tx, method.id, result.timeStep)
}

interface SecondFactor {
  readonly code?: string | undefined
  readonly recovery_code?: string | undefined
  readonly method?: CodeMethod | undefined
  readonly passkey?: Assertion | undefined
}

const sends = z.object({
  sent_at: z.array(z.coerce.date()).default([]),
  method: z.enum(CODE_METHODS).optional(),
  /** The session that made the request. It stays open when the others end. */
  session: z.string().optional(),
  /** The session that the token confirms. Without it, the token opens a new session. */
  confirms: z.string().optional(),
  /** What a code was sent by that signed in instead of the password: not a second step as well. */
  codeBy: z.enum(['email', 'sms']).optional(),
})

/** Returns the session that a second-step token confirms, if it was made for that. */
export const confirmedSession = (token: LockedToken): string | undefined => sends.parse(token.data).confirms

/** A sent code expires before the token that it came with. */
const sentCodeIsFresh = (ctx: ReadContext, token: LockedToken): boolean => {
  const last = sends.parse(token.data).sent_at.at(-1)
  return last !== undefined && ctx.now.getTime() - last.getTime() <= CODE_LIFETIME
}

const isSecondFactor = async (ctx: WriteContext, token: LockedToken, given: SecondFactor): Promise<boolean> => {
  if (given.recovery_code)
    return takeRecoveryCode(ctx.tx, ctx.now, token.user_id, recoveryHashes(ctx, token.user_id, given.recovery_code))
  if (given.passkey) return (await provenPasskey(ctx, 'second_step', token.user_id, given.passkey)) !== undefined
  if (!given.code) return false
  const wasSent =
    given.method !== 'app' && isCode(ctx, token.code_hash, token.token_hash, given.code) && sentCodeIsFresh(ctx, token)
  if (wasSent) return true
  if (given.method && given.method !== 'app') return false
  const app = (await findMethods(ctx.tx, token.user_id)).find(
    ({ method, activated_at }) => method === 'app' && activated_at !== null,
  )
  return app !== undefined && takeAppCode(ctx, token.user_id, app, given.code)
}

/**
 * Uses up the call's token if the code is right. @throws code_wrong, counting the attempt: the fifth uses up the token
 * too
 */
const spendOnCode = async (ctx: WriteContext, given: SecondFactor): Promise<LockedToken> => {
  const token = await lockOwnToken(ctx)
  if (!(await isSecondFactor(ctx, token, given))) {
    await countAttempt(ctx.tx, ctx.now, token.id, MAX_ATTEMPTS)
    ctx.audit({ action: 'second_step_failed', resource: 'sessions', objectId: token.user_id })
    throw new AppError('code_wrong', {
      commit: true,
      fields: [{ field: given.recovery_code ? 'recovery_code' : 'code', code: 'invalid' }],
    })
  }
  await useToken(ctx.tx, ctx.now, token.id)
  return token
}

/**
 * Runs `work` in the transaction that uses up the call's token if the code is right. The attempt is counted before the
 * transaction and taken back on success: counters have connections of their own, so parallel attempts cannot exceed the
 * limit.
 * @throws too_many_requests, token_expired, code_wrong
 */
export const passSecondStep = async <T>(
  ctx: OrchestrateContext,
  given: SecondFactor,
  work: (inner: WriteContext, token: LockedToken) => Promise<T>,
): Promise<T> => {
  const { limits } = ctx.deps
  const { userId } = ctx.token
  await limits.consume('failed_second_step', FAILED_STEPS, userId)
  const done = await ctx.transact(async (inner) => work(inner, await spendOnCode(inner, given)))
  // The session is open by now. A failure to take back the count must not fail the sign-in.
  await limits.giveBack('failed_second_step', FAILED_STEPS, userId).catch(() => undefined)
  return done
}

/** The method whose code can be sent: the wanted one, or the first. */
const sendable = (account: AccountRow, wanted?: CodeMethod): 'email' | 'sms' | undefined => {
  const methods = account.mfa_methods.filter((method) => method === 'email' || method === 'sms')
  return wanted === undefined ? methods[0] : methods.find((method) => method === wanted)
}

/** Returns the second steps that prove something besides a code that signed in. */
const besides = (account: AccountRow, codeBy: 'email' | 'sms' | undefined): AccountRow => ({
  ...account,
  mfa_methods: account.mfa_methods.filter((method) => method !== codeBy),
})

interface FirstStep {
  /** The session to confirm, if the password was asked for that. */
  readonly confirms?: string
  /** What a code was sent by, if one signed in instead of the password. */
  readonly codeBy?: 'email' | 'sms' | undefined
}

/**
 * Answers a right password or code of an account with a second step.
 * @throws password_needed if the second step would be a code to the same phone or mailbox; too_many_requests
 */
export const beginSecondStep = async (
  ctx: WriteContext,
  owner: AccountRow,
  { confirms, codeBy }: FirstStep = {},
): Promise<SecondStepAsked> => {
  const account = besides(owner, codeBy)
  if (account.mfa_methods.length === 0) throw new AppError('password_needed', { commit: true })
  // Nothing is sent to people who have an app or a passkey at hand.
  const isAtHand = account.mfa_methods.some((one) => one === 'app' || one === 'passkey')
  const method = isAtHand ? undefined : sendable(account)
  if (method) {
    // Concurrent sign-ins wait here, so each sees the codes sent by those before it.
    await lockAccount(ctx.tx, account.id)
    const since = new Date(ctx.now.getTime() - RESEND_WINDOW)
    if ((await recentTokens(ctx.tx, account.id, 'mfa', since)).length >= MAX_LOGIN_CODES)
      throw new AppError('too_many_requests', { retryAfter: RESEND_WINDOW / 1000 })
  }
  const code = method && newCode(ctx)
  const mfaToken = await issueToken(ctx, {
    userId: account.id,
    purpose: 'mfa',
    keepOlder: true,
    data: {
      ...(confirms && { confirms }),
      ...(codeBy && { codeBy }),
      ...(code !== undefined && { method, sent_at: [ctx.now] }),
    },
    ...(code !== undefined && { code }),
  })
  if (method && code !== undefined) await sendCode(ctx, account, method, code)
  return { mfa_required: true, mfa_token: mfaToken, methods: account.mfa_methods, code_sent_by: method ?? null }
}

/** Gives the call's token a new code and sends it. @throws too_many_requests, mfa_not_enrolled */
const sendTokenCode = async (ctx: WriteContext, token: LockedToken, account: AccountRow, wanted?: CodeMethod) => {
  const { sent_at, codeBy } = sends.parse(token.data)
  const method = sendable(besides(account, codeBy), wanted)
  if (method === undefined) throw new AppError('mfa_not_enrolled')
  const wait = resendWait(ctx.now, sent_at)
  if (wait > 0) throw new AppError('too_many_requests', { retryAfter: wait })
  const code = newCode(ctx)
  await replaceCode(ctx.tx, token.id, hashCode(ctx, token.token_hash, code), {
    ...token.data,
    method,
    sent_at: [...sent_at, ctx.now],
  })
  await sendCode(ctx, account, method, code)
  return method
}

const maskedAddress = (account: AccountRow, method: CodeMethod): string | null => {
  if (method === 'email') return account.email && maskEmail(account.email)
  if (method === 'sms') return account.phone && maskPhone(account.phone)
  return null
}

const own = async (ctx: ReadContext) => found(await findAccount(ctx.db, ctx.caller.id))

/** Switches off every second step. Administrators use it for people who lost theirs. */
export const resetMfa = async (ctx: WriteContext, account: AccountRow): Promise<void> => {
  await removeMethod(ctx.tx, account.id, 'all')
  await deletePasskeys(ctx.tx, account.id, 'all')
  await replaceRecoveryCodes(ctx.tx, account.id, [])
  if (account.mfa_methods.length === 0) return
  await endSessions(ctx, account.id, 'second step reset')
  await sendNotice(ctx, account, 'mfa_off')
}

type Names =
  | 'listMfa'
  | 'enrollMfa'
  | 'activateMfa'
  | 'renewRecoveryCodes'
  | 'requestMfaDeactivation'
  | 'deactivateMfa'
  | 'authenticateMfa'
  | 'resendMfaCode'
  | 'verifyPasswordReset'

export const mfaHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  listMfa: reads(async (ctx) => {
    const account = await own(ctx)
    const methods = await findMethods(ctx.db, account.id)
    return {
      methods: methods.flatMap(({ method, activated_at }) =>
        activated_at
          ? [{ method, sent_to: maskedAddress(account, method), activated_at: activated_at.toISOString() }]
          : [],
      ),
      passkeys: (await listPasskeys(ctx.db, account.id)).map(passkeyView),
      recovery_codes_left: await recoveryCodesLeft(ctx.db, account.id),
    }
  }),
  enrollMfa: writes(async (ctx, { body: { method } }) => {
    await lockAccount(ctx.tx, ctx.caller.id)
    const account = await own(ctx)
    if (account.mfa_methods.includes(method)) throw new AppError('mfa_already_active')
    if (method === 'app') {
      const secret = generateSecret()
      const url = generateURI({
        issuer: (await readClientGroup(ctx.tx)).short_name,
        label: account.email ?? account.phone ?? account.id,
        secret,
      })
      await startMethod(ctx.tx, ctx.now, account.id, {
        method,
        secretSealed: ctx.deps.crypto.seal(secret, sealContext(account.id)),
        codeHash: null,
        codeExpiresAt: null,
      })
      const qr = `data:image/svg+xml;base64,${Buffer.from(renderSVG(url)).toString('base64')}`
      return { method, secret, otpauth_url: url, qr, sent_to: null }
    }
    const sentTo = maskedAddress(account, method)
    // A code sent to an unconfirmed address would prove nothing, and could lock the owner out.
    const confirmed = method === 'email' ? account.email_confirmed_at : account.phone_verified_at
    if (sentTo === null || confirmed === null)
      throw new AppError('invalid_input', {
        fields: [{ field: method === 'email' ? 'email' : 'phone', code: 'required' }],
      })
    const code = newCode(ctx)
    await startMethod(ctx.tx, ctx.now, account.id, {
      method,
      secretSealed: null,
      codeHash: hashCode(ctx, enrolment(account.id, method), code),
      codeExpiresAt: new Date(ctx.now.getTime() + CODE_LIFETIME),
    })
    await sendCode(ctx, account, method, code)
    return { method, secret: null, otpauth_url: null, qr: null, sent_to: sentTo }
  }),
  activateMfa: writes(async (ctx, { body }) => {
    await lockAccount(ctx.tx, ctx.caller.id)
    const account = await own(ctx)
    const method = (await findMethods(ctx.tx, account.id)).find((row) => row.method === body.method)
    if (!method) throw new AppError('mfa_not_enrolled')
    if (method.activated_at) throw new AppError('mfa_already_active')
    if (method.attempts >= MAX_ATTEMPTS) throw new AppError('code_expired')
    if (method.code_expires_at && method.code_expires_at <= ctx.now) throw new AppError('code_expired')
    const right =
      body.method === 'app'
        ? await takeAppCode(ctx, account.id, method, body.code)
        : isCode(ctx, method.code_hash, enrolment(account.id, body.method), body.code)
    if (!right) {
      await countMethodAttempt(ctx.tx, method.id)
      throw new AppError('code_wrong', { commit: true, fields: [{ field: 'code', code: 'invalid' }] })
    }
    await activateMethod(ctx.tx, ctx.now, method.id)
    // Sessions that were opened with the password alone have to sign in again.
    await endSessions(ctx, account.id, 'second step changed', ctx.caller.sessionId)
    await sendNotice(ctx, account, 'mfa_on')
    ctx.audit({ action: 'mfa_activate', resource: 'users', objectId: account.id, after: { method: body.method } })
    const isFirst = account.mfa_methods.length === 0
    return { recovery_codes: isFirst ? await renewRecoveryCodes(ctx, account.id) : [] }
  }),
  renewRecoveryCodes: writes(async (ctx) => {
    const account = await own(ctx)
    if (account.mfa_methods.length === 0) throw new AppError('mfa_not_enrolled')
    ctx.audit({ action: 'mfa_renew_recovery', resource: 'users', objectId: account.id })
    return { recovery_codes: await renewRecoveryCodes(ctx, account.id) }
  }),
  requestMfaDeactivation: writes(async (ctx, { body }) => {
    const account = await own(ctx)
    const method = body.method ?? CODE_METHODS.find((one) => account.mfa_methods.includes(one))
    if (method === undefined || !account.mfa_methods.includes(method)) throw new AppError('mfa_not_enrolled')
    const code = method === 'app' ? undefined : newCode(ctx)
    const token = await issueToken(ctx, {
      userId: account.id,
      purpose: 'mfa_deactivation',
      data: { method, session: ctx.caller.sessionId, sent_at: code === undefined ? [] : [ctx.now] },
      ...(code === undefined ? {} : { code }),
    })
    if (method !== 'app' && code !== undefined) await sendCode(ctx, account, method, code)
    return { mfa_deactivation_token: token, method }
  }),
  deactivateMfa: orchestrates((ctx, { body }) =>
    passSecondStep(ctx, body, async (inner, token) => {
      const { method, session } = sends.parse(token.data)
      await removeMethod(inner.tx, token.user_id, method ?? 'all')
      await endSessions(inner, token.user_id, 'second step changed', session)
      const account = found(await findAccount(inner.tx, token.user_id))
      if (account.mfa_methods.length === 0) await replaceRecoveryCodes(inner.tx, account.id, [])
      await sendNotice(inner, account, 'mfa_off')
      inner.audit({ action: 'mfa_deactivate', resource: 'users', objectId: account.id, before: { method } })
      return { methods: account.mfa_methods }
    }),
  ),
  authenticateMfa: orchestrates((ctx, { body }) =>
    passSecondStep(ctx, body, async (inner, token) => {
      if (confirmedSession(token) !== undefined) throw new AppError('invalid_token')
      const account = found(await findAccount(inner.tx, token.user_id))
      if (account.status === 'deactivated') throw new AppError('account_deactivated')
      return openSession(inner, account, sends.parse(token.data).codeBy && 'code')
    }),
  ),
  resendMfaCode: writes(async (ctx, { body }) => {
    const token = await lockOwnToken(ctx)
    const account = found(await findAccount(ctx.tx, token.user_id))
    const method = await sendTokenCode(ctx, token, account, body.method)
    return { method, sent_to: found(maskedAddress(account, method)), sent_at: ctx.now.toISOString() }
  }),
  verifyPasswordReset: orchestrates((ctx, { body }) => {
    if (!body.code && !body.recovery_code)
      return ctx.transact(async (inner) => {
        const token = await lockOwnToken(inner)
        const account = found(await findAccount(inner.tx, token.user_id))
        const wanted = body.method ?? (account.mfa_methods.includes('app') ? 'app' : undefined)
        const method = wanted === 'app' ? undefined : await sendTokenCode(inner, token, account, wanted)
        return { password_reset_token: null, methods: account.mfa_methods, code_sent_by: method ?? null }
      })
    return passSecondStep(ctx, body, async (inner, token) => {
      const account = found(await findAccount(inner.tx, token.user_id))
      const resetToken = await issueToken(inner, { userId: account.id, purpose: 'password_reset' })
      return { password_reset_token: resetToken, methods: account.mfa_methods, code_sent_by: null }
    })
  }),
}
