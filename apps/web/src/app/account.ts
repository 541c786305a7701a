import { publicAccess, route } from '@shiloh/contract/core'
import { z } from 'zod'
import { type Account, visitor } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { session } from '#platform/session'

const grant = z.object({ resource: z.string(), actions: z.array(z.string()), _id: z.string().optional() })

const user = z.object({
  _id: z.string(),
  user_type: z.enum(['user', 'vendor', 'admin', 'checkin_user']),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  avatar_url: z.string().nullable().default(null),
  country: z.string().nullable(),
  is_not_member: z.boolean(),
  has_completed_basic_requirement: z.boolean(),
  has_completed_additional_requirement: z.boolean(),
  meta: z.object({ phone_verified: z.boolean() }),
  authorization: z.object({
    grants: z.array(grant),
    special_allow: z.array(grant),
    special_deny: z.array(grant),
  }),
})

const settings = z.object({
  general_settings: z.object({ enable_maintenance_mode: z.boolean() }),
  security_settings: z.object({ idle_timeout: z.number(), require_client_phone_verification: z.boolean() }),
  sign_ups_disabled: z.boolean(),
})

const organisation = z.object({
  name: z.string(),
  color: z.string().nullable(),
  logo_url: z.string().nullable(),
  currency: z.string(),
  time_zone: z.string(),
})

/** The parts of the two answers that every page needs. */
const check = route({
  method: 'POST',
  path: '/auth/check',
  access: publicAccess,
  summary: 'Whether a stored token is valid, and whose it is',
  body: z.object({
    web_token: z.string().optional(),
    password_reset_token: z.string().optional(),
    confirm_account_token: z.string().optional(),
  }),
  response: z.object({
    authorized: z.boolean(),
    user: user.nullable(),
    settings,
    client_group: organisation,
  }),
})

const registrationSettings = route({
  method: 'GET',
  path: '/auth/registration/settings',
  access: publicAccess,
  summary: 'Whether somebody may register',
  response: z.object({ sign_ups_disabled: z.boolean(), settings: settings.optional(), client_group: organisation.optional() }),
})

const settingsOf = (from: z.output<typeof settings>): Account['settings'] => ({
  maintenance: from.general_settings.enable_maintenance_mode,
  phoneVerificationRequired: from.security_settings.require_client_phone_verification,
  signUpsDisabled: from.sign_ups_disabled,
  idleMinutes: from.security_settings.idle_timeout,
})

async function loadVisitor(): Promise<Account> {
  try {
    const answer = await call(registrationSettings)
    return {
      user: undefined,
      settings: answer.settings
        ? settingsOf(answer.settings)
        : { ...visitor.settings, signUpsDisabled: answer.sign_ups_disabled },
      organisation: answer.client_group ?? visitor.organisation,
    }
  } catch (error) {
    // A failed fetch is treated as sign-ups enabled (specification §8).
    if (error instanceof ApiError) return visitor
    throw error
  }
}

/** Who is looking: by the stored access token, else a visitor. */
export async function loadAccount(): Promise<Account> {
  const token = session.read('accessToken')
  if (!token) return loadVisitor()
  // A check sends one stored token and clears the other two (specification §4).
  session.clear('passwordResetToken', 'confirmAccountToken')
  const answer = await call(check, { body: { web_token: token } })
  if (!answer.authorized || !answer.user) {
    session.clear('accessToken')
    return loadVisitor()
  }
  return { user: answer.user, settings: settingsOf(answer.settings), organisation: answer.client_group }
}

/** Stores the token of a reset link and asks whether it still holds. */
export async function checkResetToken(token: string | undefined): Promise<'missing' | 'valid' | 'expired'> {
  if (!token) return 'missing'
  session.write({ passwordResetToken: token, accessToken: undefined, confirmAccountToken: undefined })
  try {
    const answer = await call(check, { body: { password_reset_token: token } })
    return answer.authorized ? 'valid' : 'expired'
  } catch (error) {
    if (error instanceof ApiError) return 'expired'
    throw error
  }
}

const requestPhoneVerification = route({
  method: 'POST',
  path: '/auth/request-phone-verification',
  access: publicAccess,
  summary: 'Sends the code to the phone',
  response: z.object({ sms_verification_code_timestamp: z.string(), phone_verification_token: z.string() }),
})

/** Has the code sent before the page that asks for it; a failure goes there as well (specification §8). */
export async function sendPhoneCode(): Promise<void> {
  session.clear('passwordResetToken', 'confirmAccountToken')
  try {
    const answer = await call(requestPhoneVerification)
    session.write({
      confirmPhoneToken: answer.phone_verification_token,
      confirmPhoneTimestamp: answer.sms_verification_code_timestamp,
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
