import { type RateLimit, USER_TYPES, type UserType } from '@shiloh/contract/core'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import type { CodeChannel, LoginAnswer } from '@shiloh/contract/identity/sign-in'
import { z } from 'zod'
import { publicSettingsOf, readClientGroup, readSettings } from '#features/organisation'
import { type Handlers, orchestrates, writes } from '#http/binder'
import { tokenHashes } from '#http/credentials'
import { verifyAccessToken } from '#platform/auth/access-token'
import { findToken } from '#platform/auth/auth.store'
import { sha256 } from '#platform/auth/crypto'
import { countedAs, type TypedAddress, typedAddress } from '#platform/auth/typed-address'
import type { OrchestrateContext, ReadContext, WriteContext } from '#platform/context'
import { AppError } from '#platform/errors'
import { loadAccountView, nameOf } from './account-view.ts'
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  findAccountsByPhone,
  renewPasswordHash,
  saveAccess,
} from './accounts.store.ts'
import { beginSecondStep } from './mfa.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { findSessionOwner } from './sessions.store.ts'
import { openSession } from './sessions.ts'
import { issueToken, spendOwnToken } from './tokens.ts'

/** Failed sign-ins: per account and address, per account, and per address. */
const FAILURES: readonly { readonly limit: RateLimit; readonly key: (who: string, ip: string) => string }[] = [
  { limit: { points: 10, seconds: 900, by: 'body.email' }, key: (who, ip) => `${who}\n${ip}` },
  { limit: { points: 60, seconds: 3600, by: 'body.email' }, key: (who) => who },
  { limit: { points: 300, seconds: 900, by: 'ip' }, key: (_, ip) => ip },
]

/** The counters of failed sign-ins with this address, from this network address. */
export const failedSignIns = (ctx: Pick<ReadContext, 'deps' | 'ip'>, who: string) => {
  const { limits } = ctx.deps
  const counters = FAILURES.map(({ limit, key }) => ({ limit, key: sha256(key(who, ctx.ip)).slice(0, 32) }))
  return {
    /** Counts an attempt before it is made. @throws too_many_requests */
    count: async () => {
      for (const { limit, key } of counters) await limits.consume('failed_login', limit, key)
    },
    /** Takes a counted attempt back that succeeded, and those before it from here. */
    forgive: async () => {
      const [first, ...others] = counters
      if (first) await limits.forget('failed_login', first.limit, first.key)
      for (const { limit, key } of others) await limits.giveBack('failed_login', limit, key)
    },
  }
}

interface Credentials {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly password: string
}

/** Maximum accounts of one phone whose passwords are tried. Any others sign in by e-mail. */
export const MOST_SHARING = 8
/**
 * Minimum number of passwords tried at a sign-in by phone, so that the time does not reveal how many people share it.
 */
const ALWAYS_TRIED = 3

/** Returns the e-mail address or phone that a body names an account by, in either field. */
export const addressIn = async (
  ctx: Pick<ReadContext, 'db'>,
  { email, phone }: { readonly email?: string | undefined; readonly phone?: string | undefined },
): Promise<TypedAddress> => typedAddress(email || phone || '', (await readClientGroup(ctx.db)).country)

/**
 * Returns the accounts of an address: one for an e-mail, or all that share a phone.
 *
 * @param first the kinds that are listed first for a shared phone
 */
export const findByAddress = async (
  ctx: Pick<ReadContext, 'db'>,
  { kind, text }: TypedAddress,
  kinds: readonly UserType[],
  first: readonly UserType[] = kinds,
): Promise<AccountRow[]> => {
  if (kind === 'email') {
    const account = await findAccountByEmail(ctx.db, text)
    return account && kinds.includes(account.user_type) ? [account] : []
  }
  return kind === 'none' ? [] : findAccountsByPhone(ctx.db, text, kinds, { first, limit: MOST_SHARING })
}

/** Returns the accounts with this password. Does the same work whether or not an account exists. */
const thoseWith = async (
  accounts: readonly AccountRow[],
  { kind }: TypedAddress,
  password: string,
): Promise<AccountRow[]> => {
  const tried = Math.max(accounts.length, kind === 'email' ? 1 : ALWAYS_TRIED)
  const fits = await Promise.all(
    Array.from({ length: tried }, (_, index) => isPassword(accounts[index]?.password_hash, password)),
  )
  return accounts.filter((_, index) => fits[index])
}

/**
 * Returns the accounts that can sign in. If there are none, returns all, so that the error of the first is reported.
 */
const standing = (accounts: readonly AccountRow[]): readonly AccountRow[] => {
  const ready = accounts.filter((account) => {
    try {
      checkStanding(account)
      return true
    } catch {
      return false
    }
  })
  return ready.length > 0 ? ready : accounts.slice(0, 1)
}

/**
 * Returns an opaque fingerprint of what a choice among accounts is valid for: the kind of the account, its password, and
 * the address that a code was sent to.
 */
const markOf = ({ password_hash, user_type, email, phone }: AccountRow, codeBy?: CodeChannel): string =>
  sha256([user_type, password_hash, codeBy === 'email' && email, codeBy === 'sms' && phone].join('\n'))

/** Asks which of the accounts that share a phone, and a password if one was typed, to sign in to. */
const askWho = async (
  ctx: WriteContext,
  accounts: readonly AccountRow[],
  codeBy?: CodeChannel,
): Promise<LoginAnswer> => ({
  account_choice_required: true,
  account_choice_token: await issueToken(ctx, {
    userId: accounts[0]?.id ?? '',
    purpose: 'choose_account',
    data: {
      accounts: accounts.map((account) => ({ id: account.id, mark: markOf(account, codeBy) })),
      ...(codeBy && { codeBy }),
    },
  }),
  accounts: accounts.map((account) => ({ _id: account.id, name: nameOf(account) })),
})

const enter = (ctx: WriteContext, account: AccountRow, codeBy?: CodeChannel): Promise<LoginAnswer> =>
  account.mfa_methods.length > 0
    ? beginSecondStep(ctx, account, { codeBy })
    : openSession(ctx, account, codeBy && 'code')

/**
 * Signs in to the account that a right code opens, or asks which of several.
 * @throws account_deactivated, account_unconfirmed, account_pending, password_needed
 */
export const enterAny = async (
  ctx: WriteContext,
  accounts: readonly AccountRow[],
  codeBy: CodeChannel | undefined,
): Promise<LoginAnswer> => {
  const ready = standing(accounts)
  const [account] = ready
  if (!account) throw new AppError('token_expired')
  if (ready.length > 1) return askWho(ctx, ready, codeBy)
  // The code is spent all the same: it works once.
  checkStanding(account, { commit: true })
  return enter(ctx, account, codeBy)
}

const choices = z.object({
  accounts: z.array(z.object({ id: z.string(), mark: z.string() })),
  codeBy: z.enum(['email', 'sms']).optional(),
})

const chooseAccount: Handlers<typeof identityRoutes>['chooseAccount'] = writes(async (ctx, { body }) => {
  const token = await spendOwnToken(ctx)
  const { accounts, codeBy } = choices.parse(token.data)
  const chosen = accounts.find(({ id }) => id === body.account_id)
  const account = chosen && (await findAccount(ctx.tx, chosen.id))
  if (!account || markOf(account, codeBy) !== chosen.mark) throw new AppError('token_expired')
  checkStanding(account)
  return enter(ctx, account, codeBy)
})

/**
 * Refuses accounts that cannot sign in although the password is right.
 * @param details with `commit`, what the call has done so far stays done
 * @throws account_deactivated, account_unconfirmed, account_pending
 */
export const checkStanding = (account: AccountRow, details: { readonly commit?: boolean } = {}): void => {
  if (account.status === 'deactivated') throw new AppError('account_deactivated', details)
  if (account.email !== null && account.email_confirmed_at === null && account.user_type !== 'checkin_user')
    throw new AppError('account_unconfirmed', details)
  if (account.status === 'pending') throw new AppError('account_pending', details)
}

const signIn =
  (...kinds: UserType[]) =>
  async (ctx: OrchestrateContext, { body }: { body: Credentials }): Promise<LoginAnswer> => {
    const address = await addressIn(ctx, body)
    const attempt = failedSignIns(ctx, countedAs(address))
    // Counted first, so that parallel attempts cannot exceed the limit.
    await attempt.count()

    // Accounts of every kind: a right password reveals which sign-in page is the right one, and the time is always the
    // same.
    const named = await findByAddress(ctx, address, USER_TYPES, kinds)
    const known = await thoseWith(named, address, body.password)
    if (known.length === 0) {
      await ctx.transact(async (inner) => {
        inner.audit({ action: 'sign_in_failed', resource: 'sessions', objectId: named[0]?.id })
      })
      throw new AppError('invalid_credentials')
    }
    await attempt.forgive()
    const accounts = standing(known.filter(({ user_type }) => kinds.includes(user_type)))
    const [account] = accounts
    if (!account) throw new AppError('wrong_door', { data: { user_type: known[0]?.user_type } })
    if (accounts.length > 1) return ctx.transact((inner) => askWho(inner, accounts))
    checkStanding(account)
    const { password_hash: stored } = account
    const renewed = stored !== null && isOutdated(stored) ? await hashPassword(body.password) : undefined
    return ctx.transact(async (inner) => {
      if (stored !== null && renewed !== undefined) await renewPasswordHash(inner.tx, account.id, stored, renewed)
      return enter(inner, account)
    })
  }

type CheckBody = {
  readonly web_token?: string | undefined
  readonly password_reset_token?: string | undefined
  readonly confirm_account_token?: string | undefined
}

/** Returns the account of a stored token, and whether the token is a session. */
const bearerOf = async (
  ctx: ReadContext,
  body: CheckBody,
): Promise<{ userId: string; signedIn: boolean } | undefined> => {
  const oneTime = body.password_reset_token ?? body.confirm_account_token
  if (oneTime !== undefined) {
    const token = await findToken(ctx.db, tokenHashes(ctx.deps, oneTime), ctx.now)
    const wanted = body.password_reset_token === undefined ? 'confirm_account' : 'password_reset'
    return token?.purpose === wanted ? { userId: token.userId, signedIn: false } : undefined
  }
  const sessionId =
    body.web_token === undefined
      ? ctx.visitor?.sessionId
      : (await verifyAccessToken(ctx.deps.crypto, ctx.now, body.web_token))?.sessionId
  const userId = sessionId === undefined ? undefined : await findSessionOwner(ctx.db, ctx.now, sessionId)
  return userId === undefined ? undefined : { userId, signedIn: true }
}

const check = async (ctx: ReadContext, { body }: { body: CheckBody }) => {
  const bearer = await bearerOf(ctx, body)
  return {
    authorized: bearer !== undefined,
    user: bearer ? await loadAccountView(ctx, bearer.userId, bearer.signedIn) : null,
    settings: publicSettingsOf(await readSettings(ctx.db), ctx.language),
    client_group: await readClientGroup(ctx.db, ctx.language),
  }
}

const logAccess = async (ctx: WriteContext, { body }: { body: { route: string; comment: string } }) => {
  await saveAccess(ctx.tx, {
    userId: ctx.caller.id,
    // Without its query, which can be a name.
    route: body.route.split('?')[0] ?? '',
    comment: body.comment,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    at: ctx.now,
  })
  return {}
}

type Names =
  | 'login'
  | 'chooseAccount'
  | 'loginCheckinUser'
  | 'adminLogin'
  | 'check'
  | 'adminCheck'
  | 'logAccess'
  | 'adminLogAccess'

export const signInHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  login: orchestrates(signIn('user', 'vendor')),
  chooseAccount,
  loginCheckinUser: orchestrates(signIn('checkin_user')),
  adminLogin: orchestrates(signIn('admin')),
  check: writes(check),
  adminCheck: writes(check),
  logAccess: writes(logAccess),
  adminLogAccess: writes(logAccess),
}
