import { z } from 'zod'
import { flag } from '../admin-resource.ts'
import { OPTIONAL_TOPICS } from '../alerts/notices.ts'
import {
  day,
  done,
  email,
  fileRoute,
  id,
  idParams,
  language,
  line,
  listQuery,
  listRoute,
  paragraphs,
  personName,
  publicAccess,
  type RateLimit,
  route,
  signedIn,
  timestamp,
  token,
  USER_TYPES,
} from '../core.ts'
import { clientGroup, type passwordPolicy, publicSettings } from '../organisation.ts'
import { FAMILY_RELATIONS } from '../reservations/party.ts'

/** Accounts: how people come in, prove who they are, and keep their own details. */

export const GENDERS = ['male', 'female'] as const
/** What somebody bears in the church, and may have to have confirmed. */
export const TITLE_KINDS = ['title', 'designation'] as const
export type TitleKind = (typeof TITLE_KINDS)[number]
export const USER_STATUSES = ['pending', 'approved', 'deactivated'] as const
export const MFA_METHODS = ['app', 'email', 'sms'] as const
export type MfaMethod = (typeof MFA_METHODS)[number]

const grant = z.object({ resource: z.string(), actions: z.array(z.string()), _id: id.optional() })
/** What an administrator may do; of everybody else the three lists are empty. */
export const authorizationView = z.object({
  grants: z.array(grant),
  special_allow: z.array(grant),
  special_deny: z.array(grant),
})

/** An account as its owner sees it. */
export const account = z.object({
  _id: id,
  user_type: z.enum(USER_TYPES),
  status: z.enum(USER_STATUSES),
  email: z.string().nullable(),
  /** An address that was asked for and is not confirmed yet. */
  pending_email: z.string().nullable(),
  phone: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  other_names: z.string().nullable(),
  name: z.string(),
  gender: z.enum(GENDERS).nullable(),
  birth_date: day.nullable(),
  language,
  /** ISO 3166 code. */
  country: z.string(),
  industry: z.string().nullable(),
  avatar_url: z.string().nullable(),
  meta: z.object({ phone_verified: z.boolean(), email_confirmed: z.boolean() }),
  has_completed_basic_requirement: z.boolean(),
  has_completed_additional_requirement: z.boolean(),
  is_not_member: z.boolean(),
  region_id: id.nullable(),
  area_id: id.nullable(),
  district_id: id.nullable(),
  assembly_id: id.nullable(),
  title_id: id.nullable(),
  designation_id: id.nullable(),
  /** What the office has not confirmed yet: it opens nothing until then. */
  waiting_for_confirmation: z.array(z.enum(TITLE_KINDS)),
  /** By which channels notices leave the app, and the topics that stay in it. */
  notify: z.object({ mail: z.boolean(), sms: z.boolean(), muted: z.array(z.enum(OPTIONAL_TOPICS)) }),
  mfa_methods: z.array(z.enum(MFA_METHODS)),
  password_expired: z.boolean(),
  /** An administrator who has to set up a second step before anything else. */
  second_step_missing: z.boolean(),
  roles: z.array(z.string()),
  is_owner: z.boolean(),
  authorization: authorizationView,
  created_at: timestamp,
})
export type Account = z.output<typeof account>

// ── Passwords ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a password still lacks, in the order of the message (docs/domain.md#passwords). */
export const PASSWORD_PROBLEMS = ['minimum_length', 'uppercase', 'lowercase', 'special', 'digit'] as const
export type PasswordProblem = (typeof PASSWORD_PROBLEMS)[number]

/** Longer ones are refused rather than cut. */
export const MAX_PASSWORD = 200

/** What the policy asks for and this password does not have. Shown live in the browser, decided by the server. */
export const passwordProblems = (policy: z.output<typeof passwordPolicy>, password: string): PasswordProblem[] => {
  if (!policy.enable_password_complexity_check) return []
  const cased = policy.include_upper_and_lower_cased_characters
  const lacks: Readonly<Record<PasswordProblem, boolean>> = {
    minimum_length: [...password].length < policy.minimum_length,
    uppercase: cased && !/\p{Lu}/u.test(password),
    lowercase: cased && !/\p{Ll}/u.test(password),
    special: policy.include_special_character && !/[^\p{L}\p{N}\s]/u.test(password),
    digit: policy.include_number && !/\p{Nd}/u.test(password),
  }
  return PASSWORD_PROBLEMS.filter((problem) => lacks[problem])
}

const password = z.string().min(1, { error: 'required' }).max(MAX_PASSWORD)
const newPassword = { password, password_confirmation: z.string().max(MAX_PASSWORD) }

// ── Fields of a person ───────────────────────────────────────────────────────────────────────────────────────────────

/** As typed; the server knows the numbering plans and stores +233… */
const phone = line(40)
/** An ISO code, or the country's name as the list of countries has it. */
const country = line(80)
/** A field of a form that was left empty is an absent one. */
const blank = z.literal('').transform(() => null)
const optional = <T extends z.ZodType>(schema: T) => z.union([blank, z.null(), schema]).optional()

const personFields = {
  first_name: personName(80),
  last_name: personName(80),
  other_names: optional(personName(120)),
  gender: z.enum(GENDERS),
  birth_date: day,
  phone,
  country,
  language,
}

const churchFields = {
  region_id: id,
  area_id: id,
  district_id: id,
  assembly_id: id,
  title_id: id,
  designation_id: optional(id),
}

/** What a person may change of themself. Undefined keeps, null clears. */
export const profileBody = z.object({
  first_name: personName(80).optional(),
  last_name: personName(80).optional(),
  other_names: optional(personName(120)),
  email: email.optional(),
  phone: optional(phone),
  gender: optional(z.enum(GENDERS)),
  birth_date: optional(day),
  country: country.optional(),
  language: language.optional(),
  industry: optional(line(120)),
  is_not_member: flag.optional(),
  region_id: optional(id),
  area_id: optional(id),
  district_id: optional(id),
  assembly_id: optional(id),
  title_id: optional(id),
  designation_id: optional(id),
  /** At least one channel: both off is refused. */
  notify: z
    .object({
      mail: z.boolean(),
      sms: z.boolean(),
      muted: z.array(z.enum(OPTIONAL_TOPICS)).max(OPTIONAL_TOPICS.length),
    })
    .partial()
    .optional(),
  remove_avatar: flag.optional(),
})

export const AVATAR_FIELD = 'avatar'

// ── Answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export const sessionAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds the access token lasts. */
  expires_in: z.number(),
  user: account,
})

/** A right password of an account that has a second step. */
const secondStepAsked = z.object({
  mfa_required: z.literal(true),
  mfa_token: z.string(),
  methods: z.array(z.enum(MFA_METHODS)),
  /** The method a code was sent by, when none needs to be asked for. */
  code_sent_by: z.enum(MFA_METHODS).nullable(),
})
export type SecondStepAsked = z.output<typeof secondStepAsked>

/** A right password that fits several accounts of one phone: names are shown only now. */
const personAsked = z.object({
  account_choice_required: z.literal(true),
  account_choice_token: z.string(),
  accounts: z.array(z.object({ _id: id, name: z.string() })),
})

/** A login is a session, the first half of one, or the question who of a shared phone it is. */
export const loginAnswer = z.union([sessionAnswer, secondStepAsked, personAsked])
export type LoginAnswer = z.output<typeof loginAnswer>

/** Until when this session counts as confirmed. */
const confirmation = z.object({ confirmed_until: timestamp })
/** As a login: the confirmation, or the first half of one. */
const confirmationAnswer = z.union([confirmation, secondStepAsked])
export type ConfirmationAnswer = z.output<typeof confirmationAnswer>

const credentials = z
  .object({ email: z.string().trim().max(254).optional(), phone: z.string().trim().max(40).optional(), password })
  .refine((body) => body.email || body.phone, { path: ['email'], error: 'required' })

/** A one-time code as it is typed: spaces do not count. */
const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'invalid' }))
const recoveryCode = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, { error: 'required' }).max(64))
/** One of a code (of the method it belongs to, where several are active) and a recovery code. */
const secondFactor = z
  .object({ code: code.optional(), recovery_code: recoveryCode.optional(), method: z.enum(MFA_METHODS).optional() })
  .refine((body) => body.code || body.recovery_code, { path: ['code'], error: 'required' })

const session = z.object({
  _id: id,
  current: z.boolean(),
  user_agent: z.string(),
  ip: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
})

export const notification = z.object({
  _id: id,
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  read_at: timestamp.nullable(),
  created_at: timestamp,
})

export const spouse = z.object({
  _id: id,
  first_name: z.string(),
  last_name: z.string(),
  other_names: z.string().nullable(),
  name: z.string(),
  gender: z.enum(GENDERS),
  birth_date: day.nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  title_id: id.nullable(),
  linked_user_id: id.nullable(),
  /** An account was asked to be linked and has not confirmed it. */
  invitation: z.object({ sent_to: z.string(), created_at: timestamp, expires_at: timestamp }).nullable(),
  created_at: timestamp,
})

const spouseBody = z.object({
  first_name: personName(80),
  last_name: personName(80),
  other_names: optional(personName(120)),
  gender: z.enum(GENDERS),
  birth_date: optional(day),
  phone: optional(phone),
  email: optional(email),
  title_id: optional(id),
})

/** A child or a companion of somebody's family list. */
const familyMember = z.object({
  _id: id,
  relation: z.enum(FAMILY_RELATIONS),
  first_name: z.string(),
  last_name: z.string(),
  other_names: z.string().nullable(),
  name: z.string(),
  gender: z.enum(GENDERS),
  birth_date: day.nullable(),
  created_at: timestamp,
})

const familyMemberBody = z.object({
  relation: z.enum(FAMILY_RELATIONS),
  first_name: personName(80),
  last_name: personName(80),
  other_names: optional(personName(120)),
  gender: z.enum(GENDERS),
  birth_date: optional(day),
})

const mfaState = z.object({
  methods: z.array(z.object({ method: z.enum(MFA_METHODS), sent_to: z.string().nullable(), activated_at: timestamp })),
  recovery_codes_left: z.number(),
})

// ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** By address: generous, because a whole congregation may share one. Failed logins are counted apart, by account. */
const byAddress = (points: number): RateLimit => ({ points, seconds: 300, by: 'ip' })
const byField = (name: string, points: number, seconds = 900): RateLimit => ({ points, seconds, by: `body.${name}` })
/**
 * What has the church write to an address that anyone can type, a day and from one address. It is wide: at a church hall, and behind most mobile
 * networks, hundreds of people have the same one.
 */
const byAddressADay: RateLimit = { points: 1000, seconds: 86_400, by: 'ip' }
const byCaller = (points: number, seconds = 600): RateLimit => ({ points, seconds, by: 'caller' })

// ── Routes that /auth and /admin/auth have alike ─────────────────────────────────────────────────────────────────────

const everyone = signedIn()
const admins = signedIn('admin')

const login = (path: string, summary: string) =>
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
      duringMaintenance: true,
      beforeSecondStep: true,
    }),
    confirmIdentity: route({
      method: 'POST',
      path: `${prefix}/confirm-identity`,
      access: own,
      summary: 'Confirm with the password that it is still the owner of this session; what is delicate asks for it',
      body: z.object({ password }),
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
      duringMaintenance: true,
      beforeSecondStep: true,
    }),
    check: route({
      method: 'POST',
      path: `${prefix}/check`,
      access: publicAccess,
      summary: 'Whether a stored token is still good, and for whom; with the settings every page needs',
      body: z.object({
        web_token: z.string().max(2000).optional(),
        password_reset_token: z.string().max(200).optional(),
        confirm_account_token: z.string().max(200).optional(),
      }),
      response: z.object({
        authorized: z.boolean(),
        user: account.nullable(),
        settings: publicSettings,
        client_group: clientGroup,
      }),
      limits: [byAddress(3000)],
    }),
    confirmEmail: route({
      method: 'POST',
      path: `${prefix}/confirm-email`,
      access: token('confirm_account'),
      summary: 'Confirm an e-mail address with the token that was sent to it',
      body: z.object({ token: z.string().optional() }),
      response: z.object({ email: z.string(), status: z.enum(USER_STATUSES) }),
      errors: ['token_expired', 'email_taken'],
    }),
    requestPhoneVerification: route({
      method: 'POST',
      path: `${prefix}/request-phone-verification`,
      access: own,
      summary:
        'Send a code to the own phone; with `phone`, to another one that replaces it once confirmed (`confirmation_required`)',
      body: z.object({ phone: optional(phone) }),
      response: z.object({ sms_verification_code_timestamp: timestamp, phone_verification_token: z.string() }),
      errors: ['too_many_requests', 'confirmation_required'],
    }),
    confirmPhone: route({
      method: 'POST',
      path: `${prefix}/confirm-phone`,
      access: token('phone_verification'),
      summary: 'Confirm the phone with the code that was sent to it',
      body: z.object({ code, token: z.string().optional() }),
      response: z.object({ phone: z.string(), phone_verified: z.literal(true) }),
      errors: ['code_wrong', 'code_expired', 'token_expired'],
    }),
    requestPasswordReset: route({
      method: 'POST',
      path: `${prefix}/request-password-reset`,
      access: publicAccess,
      summary: 'Send a link to set a new password; the answer is the same whether the account exists or not',
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
      summary: 'Set a new password; ends every session, signs nobody in',
      body: z.object({ ...newPassword, token: z.string().optional() }),
      response: done,
      errors: ['password_weak', 'password_reused', 'token_expired', 'account_deactivated'],
    }),
    onboard: route({
      method: 'POST',
      path: `${prefix}/onboard`,
      access: own,
      summary: 'The additional requirement: where in the church, title and designation',
      body: z.object(churchFields),
      response: account,
    }),
    updateProfile: route({
      method: 'PUT',
      path: `${prefix}/profile`,
      access: own,
      summary:
        'Change own details: what is left out stays, null clears. A new e-mail address counts once confirmed; it, and another phone, may answer `confirmation_required`',
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
      query: listQuery.extend({ unread: z.stringbool().optional() }),
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

const userAuth = mirrored('/auth')
const adminAuth = mirrored('/admin/auth')

export const identityRoutes = {
  ...userAuth,
  adminLogout: adminAuth.logout,
  adminConfirmIdentity: adminAuth.confirmIdentity,
  adminLogAccess: adminAuth.logAccess,
  adminCheck: adminAuth.check,
  adminConfirmEmail: adminAuth.confirmEmail,
  adminRequestPhoneVerification: adminAuth.requestPhoneVerification,
  adminConfirmPhone: adminAuth.confirmPhone,
  adminRequestPasswordReset: adminAuth.requestPasswordReset,
  adminResetPassword: adminAuth.resetPassword,
  adminOnboard: adminAuth.onboard,
  adminUpdateProfile: adminAuth.updateProfile,
  adminListNotifications: adminAuth.listNotifications,
  adminChangePassword: adminAuth.changePassword,

  register: route({
    method: 'POST',
    path: '/auth/register',
    access: publicAccess,
    summary:
      'Make an account; a link to confirm the address is sent. An address that has one already gets a mail instead',
    body: z.object({
      email,
      ...newPassword,
      first_name: personName(80),
      last_name: personName(80),
      phone,
      country,
      accept_terms: flag.refine((accepted) => accepted, { error: 'accept' }),
      language: language.optional(),
      is_not_member: flag.default(false),
    }),
    files: [AVATAR_FIELD],
    response: z.object({ email: z.string(), requires_approval: z.boolean() }),
    errors: ['sign_ups_disabled', 'password_weak'],
    limits: [byAddress(300), byAddressADay, byField('email', 10)],
    status: 201,
  }),
  login: login('/auth/login', 'Sign in as a user or vendor, with e-mail address or phone'),
  chooseAccount: route({
    method: 'POST',
    path: '/auth/login/choose-account',
    access: token('choose_account'),
    summary: 'Who of those who share a phone and a password signs in',
    body: z.object({ account_id: id, token: z.string().optional() }),
    response: loginAnswer,
    errors: ['token_expired', 'account_deactivated', 'account_pending', 'account_unconfirmed'],
    limits: [byAddress(300)],
  }),
  loginCheckinUser: login('/auth/login/checkin-user', 'Sign in at the gate'),
  adminLogin: login('/admin/auth/login', 'Sign in as an administrator'),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh',
    access: token('refresh'),
    summary: 'Exchange a refresh token for its successor; a spent one ends the session',
    body: z.object({ token: z.string().optional() }),
    response: sessionAnswer.omit({ user: true }),
    limits: [byAddress(3000)],
  }),
  listSessions: route({
    method: 'GET',
    path: '/auth/sessions',
    access: everyone,
    summary: 'Where one is signed in',
    response: z.array(session),
  }),
  revokeSession: route({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    access: everyone,
    summary: 'Sign out somewhere else',
    params: idParams,
    response: done,
    confirmed: true,
  }),
  revokeOtherSessions: route({
    method: 'DELETE',
    path: '/auth/sessions',
    access: everyone,
    summary: 'Sign out everywhere else',
    response: z.object({ ended: z.number() }),
    confirmed: true,
  }),
  resendConfirmation: route({
    method: 'POST',
    path: '/auth/account/confirmation/resend',
    access: publicAccess,
    summary: 'Send the confirmation again; the answer is the same whether the account exists or not',
    body: z.object({ email: z.string().trim().max(254) }),
    response: done,
    limits: [byAddress(200), byAddressADay, byField('email', 5)],
  }),
  completeOnboarding: route({
    method: 'POST',
    path: '/auth/onboarding',
    access: everyone,
    summary: 'The basic requirement: names, gender, birth date, phone, country, language',
    body: z.object({ ...personFields, industry: optional(line(120)), is_not_member: flag.optional() }),
    files: [AVATAR_FIELD],
    response: account,
    errors: ['confirmation_required'],
  }),
  adminRegister: route({
    method: 'POST',
    path: '/admin/auth/register',
    access: token('invitation'),
    summary: 'An invited administrator sets a password and completes the account',
    body: z.object({
      ...newPassword,
      first_name: personName(80).optional(),
      last_name: personName(80).optional(),
      phone: optional(phone),
      language: language.optional(),
      token: z.string().optional(),
    }),
    response: z.object({ email: z.string() }),
    errors: ['password_weak', 'token_expired'],
  }),
  readNotification: route({
    method: 'PUT',
    path: '/auth/notifications/{id}/read',
    access: everyone,
    summary: 'Mark one notification as read',
    params: idParams,
    response: done,
  }),
  readAllNotifications: route({
    method: 'PUT',
    path: '/auth/notifications/read-all',
    access: everyone,
    summary: 'Mark every notification as read',
    response: done,
  }),
  listSpouses: route({
    method: 'GET',
    path: '/auth/ministers-wife',
    access: everyone,
    summary: 'The spouse list',
    response: z.array(spouse),
  }),
  createSpouse: route({
    method: 'POST',
    path: '/auth/ministers-wife',
    access: everyone,
    summary: 'Add to the spouse list',
    body: spouseBody,
    response: spouse,
    idempotent: true,
    status: 201,
  }),
  updateSpouse: route({
    method: 'PUT',
    path: '/auth/ministers-wife/{id}',
    access: everyone,
    summary: 'Change somebody on the spouse list',
    params: idParams,
    body: spouseBody.partial(),
    response: spouse,
  }),
  removeSpouse: route({
    method: 'DELETE',
    path: '/auth/ministers-wife/{id}',
    access: everyone,
    summary: 'Take somebody off the spouse list; refused while a reservation includes them',
    params: idParams,
    response: done,
    errors: ['in_use'],
  }),
  listFamily: route({
    method: 'GET',
    path: '/auth/family',
    access: everyone,
    summary: 'Children and companions, beside the spouse list',
    response: z.array(familyMember),
  }),
  addFamilyMember: route({
    method: 'POST',
    path: '/auth/family',
    access: everyone,
    summary: 'Add a child or a companion; a child has a birth date',
    body: familyMemberBody,
    response: familyMember,
    idempotent: true,
    status: 201,
  }),
  updateFamilyMember: route({
    method: 'PUT',
    path: '/auth/family/{id}',
    access: everyone,
    summary: 'Change a child or a companion',
    params: idParams,
    body: familyMemberBody.omit({ relation: true }).partial(),
    response: familyMember,
  }),
  removeFamilyMember: route({
    method: 'DELETE',
    path: '/auth/family/{id}',
    access: everyone,
    summary: 'Take a child or a companion off the list; refused while a reservation includes them',
    params: idParams,
    response: done,
    errors: ['in_use'],
  }),
  exportData: fileRoute({
    method: 'GET',
    path: '/auth/data-export',
    access: everyone,
    summary: 'Everything held about oneself, as a file',
    fileTypes: ['application/json'],
    limits: [byCaller(10)],
  }),
  eraseAccount: route({
    method: 'DELETE',
    path: '/auth/account',
    access: everyone,
    summary: 'Erase the own account: anonymises, keeps the books; refused while a reservation is live',
    response: done,
    errors: ['in_use', 'last_owner'],
    limits: [byCaller(10)],
    confirmed: true,
  }),

  // Second factors
  listMfa: route({
    method: 'GET',
    path: '/mfa/methods',
    access: everyone,
    summary: 'Which second steps are active',
    response: mfaState,
    beforeSecondStep: true,
  }),
  enrollMfa: route({
    method: 'POST',
    path: '/mfa/enroll',
    access: everyone,
    summary: 'Start to enrol a second step: for an app its secret, else a code is sent',
    body: z.object({ method: z.enum(MFA_METHODS) }),
    response: z.object({
      method: z.enum(MFA_METHODS),
      secret: z.string().nullable(),
      otpauth_url: z.string().nullable(),
      /** An SVG picture as a data URL. */
      qr: z.string().nullable(),
      /** Masked. */
      sent_to: z.string().nullable(),
    }),
    errors: ['mfa_already_active'],
    limits: [byCaller(20)],
    confirmed: true,
    beforeSecondStep: true,
  }),
  activateMfa: route({
    method: 'POST',
    path: '/mfa/activate',
    access: everyone,
    summary:
      'Confirm the first code; with the first method the recovery codes are answered, once. Ends every other session',
    body: z.object({ method: z.enum(MFA_METHODS), code }),
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['code_wrong', 'code_expired', 'mfa_not_enrolled', 'mfa_already_active'],
    limits: [byCaller(30)],
    confirmed: true,
    beforeSecondStep: true,
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/mfa/recovery-codes',
    access: everyone,
    summary: 'Replace the recovery codes',
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['mfa_not_enrolled'],
    limits: [byCaller(10)],
    confirmed: true,
  }),
  requestMfaDeactivation: route({
    method: 'POST',
    path: '/mfa/deactivate-request',
    access: everyone,
    summary:
      'First step of switching a method off: answers the token for the second, and sends a code where one is sent',
    body: z.object({ method: z.enum(MFA_METHODS).optional() }),
    response: z.object({ mfa_deactivation_token: z.string(), method: z.enum(MFA_METHODS) }),
    errors: ['mfa_not_enrolled'],
    limits: [byCaller(10)],
    confirmed: true,
  }),
  deactivateMfa: route({
    method: 'POST',
    path: '/mfa/deactivate',
    access: token('mfa_deactivation'),
    summary: 'Second step: switches the method off; ends every other session',
    body: z.intersection(secondFactor, z.object({ token: z.string().optional() })),
    response: z.object({ methods: z.array(z.enum(MFA_METHODS)) }),
    errors: ['code_wrong', 'code_expired', 'token_expired'],
  }),
  authenticateMfa: route({
    method: 'POST',
    path: '/mfa/authenticate',
    access: token('mfa'),
    summary: 'Second step of a login',
    body: z.intersection(secondFactor, z.object({ token: z.string().optional() })),
    response: sessionAnswer,
    errors: ['code_wrong', 'code_expired', 'token_expired'],
    limits: [byAddress(300)],
  }),
  confirmIdentityWithMfa: route({
    method: 'POST',
    path: '/mfa/confirm-identity',
    access: token('mfa'),
    summary: 'Second step of a confirmation: with the token that `POST /auth/confirm-identity` answered',
    body: z.intersection(secondFactor, z.object({ token: z.string().optional() })),
    response: confirmation,
    errors: ['code_wrong', 'code_expired', 'token_expired'],
    limits: [byAddress(300)],
  }),
  resendMfaCode: route({
    method: 'POST',
    path: '/mfa/otp/resend',
    access: token('mfa'),
    summary: 'Send the code of a login or a confirmation again, or by another method',
    body: z.object({ method: z.enum(['email', 'sms']).optional(), token: z.string().optional() }),
    response: z.object({ method: z.enum(MFA_METHODS), sent_to: z.string(), sent_at: timestamp }),
    errors: ['mfa_not_enrolled', 'too_many_requests'],
  }),
  verifyPasswordReset: route({
    method: 'POST',
    path: '/mfa/verify-password-reset-request',
    access: token('mfa_password_reset'),
    summary: 'Second step of a forgotten password: without a code it sends one, with it answers the reset token',
    body: z.object({
      code: code.optional(),
      recovery_code: recoveryCode.optional(),
      method: z.enum(MFA_METHODS).optional(),
      token: z.string().optional(),
    }),
    response: z.object({
      password_reset_token: z.string().nullable(),
      methods: z.array(z.enum(MFA_METHODS)),
      code_sent_by: z.enum(MFA_METHODS).nullable(),
    }),
    errors: ['code_wrong', 'code_expired', 'token_expired', 'too_many_requests', 'mfa_not_enrolled'],
  }),
}
