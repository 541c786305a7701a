import { z } from 'zod'
import { done, id, idParams, line, publicAccess, route, timestamp, token } from '../core.ts'
import { assertion, binary, byAddress, byCaller, everyone, sessionAnswer } from './sign-in.ts'

/** Passkeys (https://www.w3.org/TR/webauthn-3): a second step for everybody, and the sign-in of staff. */

/** Maximum passkeys of one account. */
export const MAX_PASSKEYS = 10

export const passkey = z.object({
  _id: id,
  name: z.string(),
  /** Copied to the other devices of its owner. */
  synced: z.boolean(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})
export type Passkey = z.output<typeof passkey>

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** What a browser needs to make a passkey. Binary values are base64url. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  /** Milliseconds. */
  timeout: z.int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** What a browser needs to use a passkey. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  /** Empty: the person chooses among the passkeys of this site. */
  allowCredentials: z.array(credential),
  userVerification: z.literal('required'),
})

/** A new passkey as the browser made it. */
const attestation = z.object({
  id: binary(1400),
  rawId: binary(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: binary(4000),
    attestationObject: binary(20_000),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})

const name = line(80)

export const passkeyRoutes = {
  passkeyOptions: route({
    method: 'POST',
    path: '/auth/passkeys/options',
    access: everyone,
    summary: 'Start to add a passkey: what the browser needs to make one',
    response: creationOptions,
    errors: ['too_many_passkeys'],
    limits: [byCaller(30)],
    confirmed: true,
    beforeSecondStep: true,
  }),
  addPasskey: route({
    method: 'POST',
    path: '/auth/passkeys',
    access: everyone,
    summary:
      'Add a passkey as a second step. The first second step also returns the recovery codes, once. The first passkey ends every other session',
    body: z.object({ name, credential: attestation }),
    response: z.object({ passkey, recovery_codes: z.array(z.string()) }),
    errors: ['passkey_refused', 'too_many_passkeys'],
    limits: [byCaller(30)],
    confirmed: true,
    beforeSecondStep: true,
    status: 201,
  }),
  renamePasskey: route({
    method: 'PUT',
    path: '/auth/passkeys/{id}',
    access: everyone,
    summary: 'Rename a passkey',
    params: idParams,
    body: z.object({ name }),
    response: passkey,
  }),
  removePasskey: route({
    method: 'DELETE',
    path: '/auth/passkeys/{id}',
    access: everyone,
    summary: 'Remove a passkey; the last one ends every other session',
    params: idParams,
    response: done,
    confirmed: true,
  }),
  secondStepPasskeyOptions: route({
    method: 'POST',
    path: '/mfa/passkey/options',
    access: token('mfa'),
    summary: 'What the browser needs to use a passkey as the second step of a login or a confirmation',
    body: z.object({ token: z.string().optional() }),
    response: requestOptions,
    errors: ['mfa_not_enrolled'],
    limits: [byAddress(300)],
  }),
  adminPasskeyOptions: route({
    method: 'POST',
    path: '/admin/auth/login/passkey/options',
    access: publicAccess,
    summary: 'What the browser needs to sign an administrator in with a passkey',
    response: requestOptions,
    limits: [byAddress(300)],
  }),
  adminLoginWithPasskey: route({
    method: 'POST',
    path: '/admin/auth/login/passkey',
    access: publicAccess,
    summary: 'Sign in as an administrator with a passkey, which is both steps at once',
    body: z.object({ credential: assertion }),
    response: sessionAnswer,
    errors: ['passkey_refused', 'wrong_door', 'account_deactivated', 'account_pending', 'account_unconfirmed'],
    limits: [byAddress(300)],
  }),
}
