import type { Assertion } from '@shiloh/contract/identity/sign-in'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import type { WriteContext } from '#platform/context'
import type { ReadWork } from '#platform/jobs/work'
import {
  type ChallengePurpose,
  findPasskey,
  insertChallenge,
  notePasskeyUse,
  type PasskeyRow,
  takeChallenge,
} from './passkeys.store.ts'

/** Challenges for passkeys, and their answers (docs/adr/0074-passkeys.md). */

/** How long a person has for the prompt of their device. Milliseconds. */
export const CHALLENGE_LIFETIME = 5 * 60_000
const CHALLENGE_BYTES = 32

/** Where passkeys of this installation are valid: the host of its public address, and that address itself. */
export const relyingParty = ({ deps }: Pick<ReadWork, 'deps'>): { readonly id: string; readonly origin: string } => {
  const { hostname, origin } = new URL(deps.config.publicUrl)
  return { id: hostname, origin }
}

const hashesOf = (ctx: Pick<ReadWork, 'deps'>, challenge: string) =>
  ctx.deps.crypto.keyedHashes('passkey-challenge', challenge)

/** Makes a challenge that is valid once. In base64url. */
export const newChallenge = async (
  ctx: WriteContext,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<string> => {
  const challenge = ctx.deps.random.bytes(CHALLENGE_BYTES).toString('base64url')
  const [hash] = hashesOf(ctx, challenge)
  await insertChallenge(ctx.tx, {
    hash,
    purpose,
    userId,
    expiresAt: new Date(ctx.now.getTime() + CHALLENGE_LIFETIME),
  })
  return challenge
}

const clientData = z.object({ challenge: z.string() })

/** Returns the challenge that a browser answered, used up. Undefined if it was not made for this. */
export const answeredChallenge = async (
  ctx: WriteContext,
  clientDataJSON: string,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<string | undefined> => {
  let said: unknown
  try {
    said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  const parsed = clientData.safeParse(said)
  if (!parsed.success) return undefined
  const { challenge } = parsed.data
  return (await takeChallenge(ctx.tx, ctx.now, hashesOf(ctx, challenge), purpose, userId)) ? challenge : undefined
}

/**
 * Returns the passkey that answered a challenge of this purpose, if everything about the answer is right: the challenge, our
 * address, the signature, that its owner was verified, and that it counted on.
 *
 * @param userId whose passkey is expected. Null at the sign-in of staff
 */
export const provenPasskey = async (
  ctx: WriteContext,
  purpose: ChallengePurpose,
  userId: string | null,
  given: Assertion,
): Promise<PasskeyRow | undefined> => {
  const challenge = await answeredChallenge(ctx, given.response.clientDataJSON, purpose, userId)
  const passkey = challenge === undefined ? undefined : await findPasskey(ctx.tx, given.id)
  if (!passkey || challenge === undefined || (userId !== null && passkey.user_id !== userId)) return undefined
  const { id, origin } = relyingParty(ctx)
  const { userHandle, ...response } = given.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...given, response: { ...response, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo
    return (await notePasskeyUse(ctx.tx, ctx.now, passkey.id, { counter, synced })) ? passkey : undefined
  } catch {
    // The library throws for whatever does not fit.
    return undefined
  }
}
