import { z } from 'zod'
import { flag } from '../admin-resource.ts'
import { OPTIONAL_TOPICS } from '../alerts/notices.ts'
import { day, email, id, language, line, personName, timestamp, USER_TYPES } from '../core.ts'

export const GENDERS = ['male', 'female'] as const
/** Titles and designations, which the office may have to confirm. */
export const TITLE_KINDS = ['title', 'designation'] as const
export type TitleKind = (typeof TITLE_KINDS)[number]
export const USER_STATUSES = ['pending', 'approved', 'deactivated'] as const
/** Second steps that ask for a code. */
export const CODE_METHODS = ['app', 'email', 'sms'] as const
export type CodeMethod = (typeof CODE_METHODS)[number]
export const MFA_METHODS = [...CODE_METHODS, 'passkey'] as const
export type MfaMethod = (typeof MFA_METHODS)[number]

const grant = z.object({ resource: z.string(), actions: z.array(z.string()), _id: id.optional() })
/** The permissions of an administrator. The three lists are empty for everybody else. */
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
  /** A requested address that is not confirmed yet. */
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
  /** Titles and designations that the office has not confirmed yet. They grant nothing until then. */
  waiting_for_confirmation: z.array(z.enum(TITLE_KINDS)),
  /** The channels by which notices leave the app, and the topics that stay in it. */
  notify: z.object({ mail: z.boolean(), sms: z.boolean(), muted: z.array(z.enum(OPTIONAL_TOPICS)) }),
  mfa_methods: z.array(z.enum(MFA_METHODS)),
  password_expired: z.boolean(),
  /** The administrator has to set up a second step before anything else. */
  second_step_missing: z.boolean(),
  roles: z.array(z.string()),
  is_owner: z.boolean(),
  authorization: authorizationView,
  /** The event that the person registered for and has chosen nothing of yet. */
  wanted_event: z.object({ slug: z.string(), name: z.string() }).nullable(),
  created_at: timestamp,
})
export type Account = z.output<typeof account>

/** As typed. The server knows the numbering plans and stores +233… */
export const phone = line(40)
/** An ISO code, or the country's name from the list of countries. */
export const country = line(80)
/** Treats an empty form field as absent. */
const blank = z.literal('').transform(() => null)
export const optional = <T extends z.ZodType>(schema: T) => z.union([blank, z.null(), schema]).optional()

export const personFields = {
  first_name: personName(80),
  last_name: personName(80),
  other_names: optional(personName(120)),
  gender: z.enum(GENDERS),
  birth_date: day,
  phone,
  country,
  language,
}

export const churchFields = {
  region_id: id,
  area_id: id,
  district_id: id,
  assembly_id: id,
  title_id: id,
  designation_id: optional(id),
}

/** The fields of their profile that a person can change. Undefined keeps, null clears. */
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
  /** At least one channel; both off is rejected. */
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

export const notification = z.object({
  _id: id,
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  /** Of its texts. They are the reader's where it was written in that language. Null: not known, it is an old one. */
  language: language.nullable(),
  link: z.string().nullable(),
  read_at: timestamp.nullable(),
  created_at: timestamp,
})
