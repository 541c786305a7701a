import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'
import { LANGUAGES } from './text/language.ts'
import { isPersonName } from './text/names.ts'

export * from './text/language.ts'
export * from './text/texts.ts'

/** Page sizes that a list accepts (docs/domain.md#api). */
export const PAGE_SIZES = [50, 100, 150, 250, 500] as const
export const DEFAULT_PAGE_SIZE = 50

export const USER_TYPES = ['user', 'vendor', 'admin', 'checkin_user'] as const
export type UserType = (typeof USER_TYPES)[number]

/** Purposes of tokens that a call sends as its bearer in place of an access token. */
export const TOKEN_PURPOSES = [
  'refresh',
  'mfa',
  'mfa_deactivation',
  'mfa_password_reset',
  'confirm_account',
  'password_reset',
  'phone_verification',
  'invitation',
  'choose_account',
  'sign_in_code',
  'identity_code',
  'complete_reservation',
  'give_consent',
] as const
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

/** Who can call a route. There is no default: the compiler rejects a route without `access`. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn'; readonly who: readonly UserType[] }
  | { readonly kind: 'token'; readonly purpose: TokenPurpose }
  | { readonly kind: 'can'; readonly permission: Permission }
  | { readonly kind: 'provider' }

export const publicAccess: Access = { kind: 'public' }
/** The payment provider's signature over the raw body is the credential. */
export const providerSignature: Access = { kind: 'provider' }
/** Any account of the given kinds. Without arguments, any account. */
export const signedIn = (...who: UserType[]): Access => ({ kind: 'signedIn', who: who.length > 0 ? who : USER_TYPES })
export const token = (purpose: TokenPurpose): Access => ({ kind: 'token', purpose })
/** An administrator whose roles grant this permission. */
export const can = (permission: Permission): Access => ({ kind: 'can', permission })

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The form of a response. `data`: the payload in `{ message, data }`. `list`: the same with `meta`; the response schema
 * describes one item, and the handler returns `{ items, total }`. `file`: a stream of bytes with a file name.
 */
export type AnswerKind = 'data' | 'list' | 'file'

/** A rate limit, counted across all processes and separately for each value of `by`. */
export interface RateLimit {
  readonly points: number
  readonly seconds: number
  /** The caller's address, the account, or a field of the body (such as the e-mail address of a login attempt). */
  readonly by: 'ip' | 'caller' | `body.${string}`
}

export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  K extends AnswerKind = AnswerKind,
> {
  readonly method: Method
  /** Relative to /api/v1, with `{name}` for parameters. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly response: R
  readonly answer: K
  /** Error codes beyond those that every route of its kind can return (401, 403, 404, 422, 429, 500, 503). */
  readonly errors: readonly ErrorCode[]
  /** The body is multipart/form-data, with files in these fields. */
  readonly files?: readonly string[]
  /** Bytes that a file may have, if more than usual. */
  readonly maxFile?: number
  /** Content types of the file in the response. */
  readonly fileTypes: readonly string[]
  readonly limits: readonly RateLimit[]
  /**
   * The session must have been confirmed within the last minutes, by signing in or by `POST /auth/confirm-identity`.
   * Otherwise the route returns `confirmation_required`.
   */
  readonly confirmed: boolean
  /** Open to administrators who still have to set up the second step that the settings require. */
  readonly beforeSecondStep: boolean
  /**
   * Open to everybody during maintenance. Other routes are open to administrators only, and return `maintenance_mode`
   * to everybody else.
   */
  readonly duringMaintenance: boolean
  /** Of routes for check-in users: open to a session whose device staff have revoked. */
  readonly afterRevocation: boolean
  /** Honours `Idempotency-Key`: the response is stored in the transaction of the effect. */
  readonly idempotent: boolean
  /** A POST that only reads, because its question does not fit into an address. It leaves no audit entry. */
  readonly asks: boolean
  /** Status of a successful response. */
  readonly status: 200 | 201 | 202
}

const nothing = z.object({})
type Nothing = typeof nothing

interface RouteSpec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  method: Method
  path: string
  access: Access
  summary: string
  params?: P
  query?: Q
  body?: B
  response: R
  errors?: readonly ErrorCode[]
  files?: readonly string[]
  maxFile?: number
  fileTypes?: readonly string[]
  limits?: readonly RateLimit[]
  confirmed?: boolean
  beforeSecondStep?: boolean
  duringMaintenance?: boolean
  afterRevocation?: boolean
  idempotent?: boolean
  asks?: boolean
  status?: 200 | 201 | 202
}

const make = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, K extends AnswerKind>(
  spec: RouteSpec<P, Q, B, R>,
  answer: K,
): Route<P, Q, B, R, K> => {
  const { params, query, body, files, ...rest } = spec
  return {
    errors: [],
    limits: [],
    confirmed: false,
    beforeSecondStep: false,
    duringMaintenance: false,
    afterRevocation: false,
    idempotent: false,
    asks: false,
    fileTypes: [],
    status: 200,
    ...rest,
    ...(files ? { files } : {}),
    answer,
    // An absent part is the empty object, as the default type arguments below tell the compiler.
    params: (params ?? nothing) as P,
    query: (query ?? nothing) as Q,
    body: (body ?? nothing) as B,
  }
}

/** Declares a route that returns one payload. */
export const route = <
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(
  spec: RouteSpec<P, Q, B, R>,
): Route<P, Q, B, R, 'data'> => make(spec, 'data')

/** Declares a paginated list. `query` is a `listQuery`; `response` is the schema of one item. */
export const listRoute = <R extends z.ZodType, Q extends z.ZodType, P extends z.ZodType = Nothing>(
  spec: Omit<RouteSpec<P, Q, Nothing, R>, 'body'>,
): Route<P, Q, Nothing, R, 'list'> => make<P, Q, Nothing, R, 'list'>(spec, 'list')

/** Declares a route that returns a file of one of the given content types. */
export const fileRoute = <P extends z.ZodType = Nothing, Q extends z.ZodType = Nothing, B extends z.ZodType = Nothing>(
  spec: Omit<RouteSpec<P, Q, B, z.ZodType>, 'response'> & { fileTypes: readonly string[] },
): Route<P, Q, B, z.ZodUnknown, 'file'> =>
  make<P, Q, B, z.ZodUnknown, 'file'>({ ...spec, response: z.unknown() }, 'file')

export type Routes = Readonly<Record<string, Route>>
export type ParamsOf<T extends Route> = z.output<T['params']>
export type QueryOf<T extends Route> = z.output<T['query']>
export type BodyOf<T extends Route> = z.output<T['body']>
export type DataOf<T extends Route> = z.output<T['response']>
/** The input of a caller, before defaults and transformations. */
export type ParamsIn<T extends Route> = z.input<T['params']>
export type QueryIn<T extends Route> = z.input<T['query']>
export type BodyIn<T extends Route> = z.input<T['body']>

// ── Schemas shared by all features ───────────────────────────────────────────────────────────────────────────────────

export const ID_PATTERN = /^[0-9a-f]{24}$/
/** 24 lower-case hexadecimal digits. */
export const id = z.string().regex(ID_PATTERN, { error: 'id' })
export const idParams = z.object({ id })
/** Names a record that also has a name for addresses, by either. */
export const idOrSlugParams = z.object({
  id: z
    .string()
    .max(120)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
})
/** Returns the first 24-digit hexadecimal id in a text, or undefined. */
export const extractId = (text: string): string | undefined =>
  /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/i.exec(text)?.[0].toLowerCase()

/** Money: an integer in minor units. The maximum keeps every sum within a safe JavaScript integer. */
export const money = z.int().min(0).max(100_000_000_000)
export const currency = z.string().regex(/^[A-Z]{3}$/, { error: 'currency' })
/** Plausible years of a date: nobody was born earlier, and nothing is planned later. */
const isNear = (date: string): boolean => date >= '1900' && date < '2200'
/** No time zone is more than fourteen hours from UTC. PostgreSQL accepts less than sixteen. */
const OFFSET = /(?:Z|[+-](?:0\d|1[0-3]):\d\d|[+-]14:00)$/
/** An instant in ISO 8601, with the offset it was written in. */
export const timestamp = z.iso
  .datetime({ offset: true })
  .refine((value) => isNear(value) && OFFSET.test(value), { error: 'invalid' })
/** A calendar day, yyyy-MM-dd. A night is named by the day on which it begins. */
export const day = z.iso.date().refine(isNear, { error: 'invalid' })
/** A search term. PostgreSQL cannot store NUL, so no row can contain it. */
export const searchText = z
  .string()
  .trim()
  .max(200)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  .regex(/^[^\u0000]*$/, { error: 'control_characters' })
export const language = z.enum(LANGUAGES)
/** A line of typed text: trimmed, NFC, with single spaces, without control characters. */
export const line = (max = 200) =>
  z
    .string()
    .transform((value) => value.normalize('NFC').trim().replace(/ {2,}/g, ' '))
    .pipe(
      z
        .string()
        .min(1, { error: 'required' })
        .max(max)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
        .regex(/^[^\u0000-\u001f\u007f]*$/, { error: 'control_characters' }),
    )
/** A person's name: a line without addresses or numbers to follow, because it is written into mails. */
export const personName = (max: number) => line(max).pipe(z.string().refine(isPersonName, { error: 'person_name' }))
/** Several lines of text. NUL is rejected because PostgreSQL cannot store it. */
export const paragraphs = (max = 10_000) =>
  z
    .string()
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(max)
        .refine((value) => !value.includes('\u0000'), { error: 'control_characters' }),
    )
export const email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email({ error: 'email' }))
  .transform((value) => value.toLowerCase())

export const listMeta = z.object({
  page: z.number(),
  page_size: z.number(),
  total: z.number(),
  total_pages: z.number(),
  /** Sums over all rows of the filter, in minor units. Missing where the rows are too many, or in several currencies. */
  sums: z.record(z.string(), z.number()).optional(),
})
export type ListMeta = z.output<typeof listMeta>

/** A short row for pickers. */
export const pick = z.object({ _id: id, name: z.string() })
/** The most rows that a search for anything returns. Somebody who sees that many types more. */
export const MOST_FOUND = 20
export const pickQuery = z.object({ search: searchText.optional() })

/** The response of a deletion or another action that returns nothing. */
export const done = z.object({})

export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
  request_id: z.string(),
  /** The data that some codes carry; see ERROR_DATA. */
  data: z.record(z.string(), z.unknown()).optional(),
})
export type ErrorBody = z.output<typeof errorBody>
