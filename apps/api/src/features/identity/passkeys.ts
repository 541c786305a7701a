import type { identityRoutes } from '@shiloh/contract/identity/identity'
import { MAX_PASSKEYS } from '@shiloh/contract/identity/passkeys'
import type { Assertion } from '@shiloh/contract/identity/sign-in'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { readClientGroup } from '#features/organisation'
import { type Handlers, orchestrates, writes } from '#http/binder'
import type { OrchestrateContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { nameOf } from './account-view.ts'
import { type AccountRow, findAccount, lockAccount } from './accounts.store.ts'
import { sendNotice } from './messages.ts'
import { activatePasskeys, removeMethod, replaceRecoveryCodes } from './mfa.store.ts'
import { renewRecoveryCodes } from './mfa.ts'
import { answeredChallenge, CHALLENGE_LIFETIME, newChallenge, provenPasskey, relyingParty } from './passkey-proof.ts'
import {
  deletePasskeys,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  passkeyView,
  renamePasskey,
} from './passkeys.store.ts'
import { endSessions, openSession } from './sessions.ts'
import { checkStanding } from './sign-in.ts'
import { lockOwnToken } from './tokens.ts'

/** Adding, using and removing passkeys (docs/adr/0074-passkeys.md). */

/** Signature algorithms in COSE: Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

const credentialsOf = (rows: readonly PasskeyRow[]) =>
  rows.map(({ credential_id, transports }) => ({ id: credential_id, type: 'public-key' as const, transports }))

/** Returns the account and its passkeys, locked. @throws too_many_passkeys */
const lockForAnother = async (ctx: WriteContext): Promise<{ account: AccountRow; passkeys: PasskeyRow[] }> => {
  await lockAccount(ctx.tx, ctx.caller.id)
  const account = found(await findAccount(ctx.tx, ctx.caller.id))
  const passkeys = await listPasskeys(ctx.tx, account.id)
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError('too_many_passkeys')
  return { account, passkeys }
}

const requestOptions = (ctx: WriteContext, challenge: string, passkeys: readonly PasskeyRow[]) => ({
  challenge,
  rpId: relyingParty(ctx).id,
  timeout: CHALLENGE_LIFETIME,
  allowCredentials: credentialsOf(passkeys),
  userVerification: 'required' as const,
})

const signInWithPasskey = async (ctx: OrchestrateContext, { body }: { body: { credential: Assertion } }) =>
  ctx.transact(async (inner) => {
    const passkey = await provenPasskey(inner, 'sign_in', null, body.credential)
    const account = passkey && (await findAccount(inner.tx, passkey.user_id))
    if (!account) {
      inner.audit({ action: 'sign_in_failed', resource: 'sessions', after: { by: 'passkey' } })
      throw new AppError('passkey_refused', { commit: true })
    }
    // The answer is spent all the same: its challenge is gone, and its counter is kept.
    if (account.user_type !== 'admin')
      throw new AppError('wrong_door', { data: { user_type: account.user_type }, commit: true })
    checkStanding(account, { commit: true })
    return openSession(inner, account, 'passkey')
  })

type Names =
  | 'passkeyOptions'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'secondStepPasskeyOptions'
  | 'adminPasskeyOptions'
  | 'adminLoginWithPasskey'

export const passkeyHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  passkeyOptions: writes(async (ctx) => {
    const { account, passkeys } = await lockForAnother(ctx)
    const { id, name } = { ...relyingParty(ctx), name: (await readClientGroup(ctx.tx)).short_name }
    const challenge = await newChallenge(ctx, 'add', account.id)
    const made = await generateRegistrationOptions({
      rpID: id,
      rpName: name,
      // Not the address: the device shows and keeps it, and it can change.
      userID: new Uint8Array(Buffer.from(account.id)),
      userName: account.email ?? account.phone ?? nameOf(account),
      userDisplayName: nameOf(account),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return {
      rp: { id, name },
      user: made.user,
      challenge: made.challenge,
      pubKeyCredParams: made.pubKeyCredParams,
      timeout: CHALLENGE_LIFETIME,
      excludeCredentials: credentialsOf(passkeys),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    } as const
  }),
  addPasskey: writes(async (ctx, { body: { name, credential } }) => {
    const { account, passkeys } = await lockForAnother(ctx)
    const challenge = await answeredChallenge(ctx, credential.response.clientDataJSON, 'add', account.id)
    const { id, origin } = relyingParty(ctx)
    const { transports = [], ...response } = credential.response
    const checked =
      challenge === undefined
        ? undefined
        : await verifyRegistrationResponse({
            response: { ...credential, response: { ...response, transports }, clientExtensionResults: {} },
            expectedChallenge: challenge,
            expectedOrigin: origin,
            expectedRPID: id,
            requireUserVerification: true,
            supportedAlgorithmIDs: ALGORITHMS,
          }).catch(() => undefined) // It throws for whatever does not fit.
    if (!checked?.verified) throw new AppError('passkey_refused', { commit: true })
    const { credential: key, credentialBackedUp } = checked.registrationInfo
    const passkey = await insertPasskey(ctx.tx, ctx.now, {
      userId: account.id,
      credentialId: key.id,
      publicKey: key.publicKey,
      counter: key.counter,
      transports,
      name,
      synced: credentialBackedUp,
    })
    if (passkeys.length === 0) {
      await activatePasskeys(ctx.tx, ctx.now, account.id)
      // Sessions that were opened with the password alone have to sign in again.
      await endSessions(ctx, account.id, 'second step changed', ctx.caller.sessionId)
    }
    await sendNotice(ctx, account, 'passkey_added', { passkey: name })
    ctx.audit({ action: 'passkey_add', resource: 'users', objectId: account.id, after: { passkey: name } })
    const isFirst = account.mfa_methods.length === 0
    return {
      passkey: passkeyView(passkey),
      recovery_codes: isFirst ? await renewRecoveryCodes(ctx, account.id) : [],
    }
  }),
  renamePasskey: writes(async (ctx, { params, body }) => {
    const passkey = found(await renamePasskey(ctx.tx, ctx.caller.id, params.id, body.name))
    ctx.audit({ action: 'passkey_rename', resource: 'users', objectId: ctx.caller.id, after: { passkey: body.name } })
    return passkeyView(passkey)
  }),
  removePasskey: writes(async (ctx, { params }) => {
    await lockAccount(ctx.tx, ctx.caller.id)
    const [removed] = await deletePasskeys(ctx.tx, ctx.caller.id, { id: params.id })
    const { name } = found(removed)
    const left = await listPasskeys(ctx.tx, ctx.caller.id)
    if (left.length === 0) {
      await removeMethod(ctx.tx, ctx.caller.id, 'passkey')
      await endSessions(ctx, ctx.caller.id, 'second step changed', ctx.caller.sessionId)
    }
    const account = found(await findAccount(ctx.tx, ctx.caller.id))
    if (account.mfa_methods.length === 0) await replaceRecoveryCodes(ctx.tx, account.id, [])
    await sendNotice(ctx, account, 'passkey_removed', { passkey: name })
    ctx.audit({ action: 'passkey_remove', resource: 'users', objectId: account.id, before: { passkey: name } })
    return {}
  }),
  secondStepPasskeyOptions: writes(async (ctx) => {
    const token = await lockOwnToken(ctx)
    const account = found(await findAccount(ctx.tx, token.user_id))
    if (!account.mfa_methods.includes('passkey')) throw new AppError('mfa_not_enrolled')
    const challenge = await newChallenge(ctx, 'second_step', account.id)
    return requestOptions(ctx, challenge, await listPasskeys(ctx.tx, account.id))
  }),
  adminPasskeyOptions: writes(async (ctx) => requestOptions(ctx, await newChallenge(ctx, 'sign_in', null), [])),
  adminLoginWithPasskey: orchestrates(signInWithPasskey),
}
