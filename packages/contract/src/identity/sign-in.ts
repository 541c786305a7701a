import { z } from 'zod'
import {
  done,
  id,
  line,
  listRoute,
  paragraphs,
  publicAccess,
  type RateLimit,
  route,
  signedIn,
  timestamp,
  token,
} from '../core.ts'
import { listQuery } from '../lists.ts'
import { clientGroup, publicSettings } from '../organisation.ts'
import {
  AVATAR_FIELD,
  account,
  CODE_METHODS,
  churchFields,
  MFA_METHODS,
  notification,
  optional,
  phone,
  profileBody,
  USER_STATUSES,
} from './account.ts'
import { newPassword, password } from './passwords.ts'

export const sessionAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Lifetime of the access token in seconds. */
  expires_in: z.number(),
  user: account,
})

/** The password is correct and the account has a second step. */
const secondStepAsked = z.object({
  mfa_required: z.literal(true),
  mfa_token: z.string(),
  methods: z.array(z.enum(MFA_METHODS)),
  /** The method by which a code has already been sent, if the user did not have to choose one. */
  code_sent_by: z.enum(CODE_METHODS).nullable(),
})
export type SecondStepAsked = z.output<typeof secondStepAsked>

/** The password is correct for several accounts that share a phone. Names are revealed only at this point. */
const personAsked = z.object({
  account_choice_required: z.literal(true),
  account_choice_token: z.string(),
  accounts: z.array(z.object({ _id: id, name: z.string() })),
})

/**
 * The result of a login: a session, the request for a second step, or the choice between accounts of a shared phone.
 */
export const loginAnswer = z.union([sessionAnswer, secondStepAsked, personAsked])
export type LoginAnswer = z.output<typeof loginAnswer>

/** The ways of a code that takes the place of the password. */
export const CODE_CHANNELS = ['email', 'sms'] as const
export type CodeChannel = (typeof CODE_CHANNELS)[number]

/** The password that confirms a session. */
export const confirmBody = z.object({ password })
/** When the confirmation of this session expires. */
export const confirmation = z.object({ confirmed_until: timestamp })
/** The result of a confirmation: confirmed, or the request for a second step. */
export const confirmationAnswer = z.union([confirmation, secondStepAsked])
export type ConfirmationAnswer = z.output<typeof confirmationAnswer>

const credentials = z
  .object({ email: z.string().trim().max(254).optional(), phone: z.string().trim().max(40).optional(), password })
  .refine((body) => body.email || body.phone, { path: ['email'], error: 'required' })

/** A one-time code as typed. Spaces are ignored. */
export const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'invalid' }))
export const recoveryCode = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, { error: 'required' }).max(64))
/** A binary value in base64url. */
export const binary = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'invalid' })
/** The answer of a passkey to a challenge, as browsers give it. Binary values are base64url. */
export const assertion = z.object({
  id: binary(1400),
  rawId: binary(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: binary(4000),
    authenticatorData: binary(4000),
    signature: binary(8000),
    userHandle: binary(200).optional(),
  }),
})
export type Assertion = z.output<typeof assertion>
/** A code (with its method, if several are active), a recovery code, or a passkey. */
export const secondFactor = z
  .object({
    code: code.optional(),
    recovery_code: recoveryCode.optional(),
    method: z.enum(CODE_METHODS).optional(),
    passkey: assertion.optional(),
  })
  .refine((body) => body.code || body.recovery_code || body.passkey, { path: ['code'], error: 'required' })

export const session = z.object({
  _id: id,
  current: z.boolean(),
  user_agent: z.string(),
  ip: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
})

/**
 * Limits by address. Generous, because a whole congregation can share one. Failed logins are counted separately, by
 * account.
 */
export const byAddress = (points: number): RateLimit => ({ points, seconds: 300, by: 'ip' })
export const byField = (name: string, points: number, seconds = 900): RateLimit => ({
  points,
  seconds,
  by: `body.${name}`,
})
/**
 * Daily limit by address for requests that make the church write to any address that is typed in. It is wide because
 * hundreds of people share one address in a church hall and behind most mobile networks.
 */
export const byAddressADay: RateLimit = { points: 1000, seconds: 86_400, by: 'ip' }
export const byCaller = (points: number, seconds = 600): RateLimit => ({ points, seconds, by: 'caller' })

/** The account of a token, with the settings that every page needs. */
export const checkedAccount = z.object({
  authorized: z.boolean(),
  user: account.nullable(),
  settings: publicSettings,
  client_group: clientGroup,
})

export const everyone = signedIn()
const admins = signedIn('admin')

export const login = (path: string, summary: string) =>
  route({
    method: 'POST',
    path,
    access: publicAccess,
    summary,
    body: credentials,
    response: loginAnswer,
    errors: ['invalid_credentials', 'wrong_door', 'account_deactivated', 'account_pending', 'account_unconfirmed'],
    limits: [byAddress(600)],
  })

const mirrored = <const P extends '/auth' | '/admin/auth'>(prefix: P) => {
  const own = prefix === '/auth' ? everyone : admins
  return {
    logout: route({
      method: 'POST',
      path: `${prefix}/logout`,
      access: own,
      summary: 'End this session',
      response: done,
      afterRevocation: true,
      duringMaintenance: true,
      beforeSecondStep: true,
    }),
    confirmIdentity: route({
      method: 'POST',
      path: `${prefix}/confirm-identity`,
      access: own,
      summary: 'Re-authenticate with the password; sensitive routes require it',
      body: confirmBody,
      response: confirmationAnswer,
      errors: ['password_wrong', 'too_many_requests'],
      limits: [byCaller(10)],
      beforeSecondStep: true,
    }),
    logAccess: route({
      method: 'POST',
      path: `${prefix}/logs`,
      access: own,
      summary: 'Log that a page was opened',
      body: z.object({ route: line(300), comment: paragraphs(500).default('') }),
      response: done,
      limits: [byCaller(300, 60)],
      afterRevocation: true,
      duringMaintenance: true,
      beforeSecondStep: true,
    }),
    check: route({
      method: 'POST',
      path: `${prefix}/check`,
      access: publicAccess,
      summary: 'Check a stored token and return its account, with the settings that every page needs',
      body: z.object({
        web_token: z.string().max(2000).optional(),
        password_reset_token: z.string().max(200).optional(),
        confirm_account_token: z.string().max(200).optional(),
      }),
      response: checkedAccount,
      limits: [byAddress(3000)],
    }),
    confirmEmail: route({
      method: 'POST',
      path: `${prefix}/confirm-email`,
      access: token('confirm_account'),
      summary: 'Confirm an e-mail address with the token that was sent to it',
      body: z.object({ token: z.string().optional() }),
      response: z.object({
        email: z.string(),
        status: z.enum(USER_STATUSES),
        wanted_event: account.shape.wanted_event,
      }),
      errors: ['token_expired', 'email_taken'],
    }),
    requestPhoneVerification: route({
      method: 'POST',
      path: `${prefix}/request-phone-verification`,
      access: own,
      summary:
        'Send a code to the own phone or, with `phone`, to a new one that replaces it once confirmed (`confirmation_required`)',
      body: z.object({ phone: optional(phone) }),
      response: z.object({ sms_verification_code_timestamp: timestamp, phone_verification_token: z.string() }),
      errors: ['too_many_requests', 'confirmation_required'],
    }),
    confirmPhone: route({
      method: 'POST',
      path: `${prefix}/confirm-phone`,
      access: token('phone_verification'),
      summary: 'Confirm the phone with the code sent to it',
      body: z.object({ code, token: z.string().optional() }),
      response: z.object({ phone: z.string(), phone_verified: z.literal(true) }),
      errors: ['code_wrong', 'code_expired', 'token_expired'],
    }),
    requestPasswordReset: route({
      method: 'POST',
      path: `${prefix}/request-password-reset`,
      access: publicAccess,
      summary: 'Send a password reset link; the response is the same whether or not the account exists',
      body: z
        .object({ email: z.string().trim().max(254).optional(), phone: z.string().trim().max(40).optional() })
        .refine((body) => body.email || body.phone, { path: ['email'], error: 'required' }),
      response: done,
      limits: [byAddress(200), byAddressADay, byField('email', 5), byField('phone', 3)],
    }),
    resetPassword: route({
      method: 'POST',
      path: `${prefix}/reset-password`,
      access: token('password_reset'),
      summary: 'Set a new password; ends every session and does not sign in',
      body: z.object({ ...newPassword, token: z.string().optional() }),
      response: done,
      errors: ['password_weak', 'password_reused', 'token_expired', 'account_deactivated'],
    }),
    onboard: route({
      method: 'POST',
      path: `${prefix}/onboard`,
      access: own,
      summary: 'Complete the additional requirement: place in the church, title and designation',
      body: z.object(churchFields),
      response: account,
    }),
    updateProfile: route({
      method: 'PUT',
      path: `${prefix}/profile`,
      access: own,
      summary:
        'Change own details: omitted fields stay, null clears. A new e-mail address takes effect once confirmed; a new address or phone can fail with `confirmation_required`',
      body: profileBody,
      files: [AVATAR_FIELD],
      response: account,
      errors: ['email_taken', 'confirmation_required'],
    }),
    listNotifications: listRoute({
      method: 'GET',
      path: `${prefix}/notifications`,
      access: own,
      summary: 'Own notifications, newest first',
      query: listQuery({
        sort: ['created_at', 'read_at', 'title'],
        order: ['-created_at'],
        filter: { unread: z.stringbool().optional() },
      }),
      response: notification,
    }),
    changePassword: route({
      method: 'POST',
      path: `${prefix}/password/change`,
      access: own,
      summary: 'Change the own password; ends every other session',
      body: z.object({ current_password: password, ...newPassword }),
      response: done,
      errors: ['password_wrong', 'password_weak', 'password_reused'],
      limits: [byCaller(10)],
      beforeSecondStep: true,
    }),
  }
}

export const userAuth = mirrored('/auth')
export const adminAuth = mirrored('/admin/auth')
