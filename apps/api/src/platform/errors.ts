import type { Language } from '@shiloh/contract/core'
import { ERROR_STATUS, type ErrorCode, FIELD_TEXTS, type FieldCode, type FieldError } from '@shiloh/contract/errors'
import type { z } from 'zod'
import { isConnectionLoss } from './db/pool.ts'

interface Details {
  readonly fields?: readonly FieldError[]
  readonly data?: Readonly<Record<string, unknown>>
  /** Replaces the code's text if the text depends on settings. */
  readonly says?: (language: Language) => string
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number
  /** Commits the handler's writes although it fails: counted attempts, an audit row. */
  readonly commit?: boolean
}

/** The only error that reaches a person. The code determines the status and the text. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldError[]
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly says: ((language: Language) => string) | undefined
  readonly retryAfter: number | undefined
  readonly commit: boolean

  constructor(code: ErrorCode, details: Details = {}) {
    super(code)
    this.code = code
    this.fields = details.fields ?? []
    this.data = details.data
    this.says = details.says
    this.retryAfter = details.retryAfter
    this.commit = details.commit ?? false
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  /** Returns the same error with other data. */
  saying(data: Readonly<Record<string, unknown>>): AppError {
    return this.#with({ data })
  }

  /** Returns the same error at other fields. */
  at(fields: readonly FieldError[]): AppError {
    return this.#with({ fields })
  }

  #with(changes: Pick<Details, 'data' | 'fields'>): AppError {
    const { fields, commit, data, says, retryAfter } = this
    return new AppError(this.code, {
      ...{ fields, commit },
      ...(data && { data }),
      ...(says && { says }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...changes,
    })
  }
}

export const isFieldCode = (code: string): code is FieldCode => Object.hasOwn(FIELD_TEXTS, code)

/** Returns a 422 with every field named. */
export const invalid = (fields: readonly FieldError[]): AppError => new AppError('invalid_input', { fields })

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    value,
  )

/**
 * Returns the field code of one zod issue. Our schemas set it themselves (`{ error: 'email' }`). Others follow from the
 * kind of issue.
 */
const fieldCode = (issue: z.core.$ZodIssue, input: unknown): FieldCode => {
  if (isFieldCode(issue.message)) return issue.message
  const value = valueAt(input, issue.path)
  if (value === undefined || value === '') return 'required'
  switch (issue.code) {
    case 'invalid_type':
      return 'invalid_type'
    case 'too_small':
      return 'too_small'
    case 'too_big':
      return 'too_big'
    case 'invalid_value':
      return 'unknown_choice'
    default:
      return 'invalid'
  }
}

/** Converts zod's issues to field errors: the first one of each field. */
export const fieldErrors = (error: z.core.$ZodError, input: unknown): FieldError[] => {
  const found = new Map<string, FieldError>()
  for (const issue of error.issues) {
    const fields =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), code: 'invalid' as const }))
        : [{ field: issue.path.join('.'), code: fieldCode(issue, input) }]
    for (const field of fields) if (!found.has(field.field)) found.set(field.field, field)
  }
  return [...found.values()]
}

/** Database constraint → error for the person who violated it. The only such table. */
const CONSTRAINTS: Readonly<Record<string, { code: ErrorCode; field?: FieldError }>> = {
  users_email_key: { code: 'email_taken', field: { field: 'email', code: 'taken' } },
  users_staff_id_key: { code: 'duplicate', field: { field: 'staff_id', code: 'taken' } },
  spouse_requests_one_open: { code: 'already_asked' },
  reservations_one_live: { code: 'already_reserved' },
  participants_one_live_user: { code: 'already_reserved' },
  participants_one_live_member: { code: 'already_reserved', field: { field: 'participants', code: 'taken' } },
  participants_one_live_spouse: { code: 'already_reserved', field: { field: 'with_spouse', code: 'taken' } },
  one_bed_one_occupant: { code: 'room_taken', field: { field: 'accommodation.room_id', code: 'sold_out' } },
  one_bed_a_person: { code: 'room_taken', field: { field: 'accommodation.room_id', code: 'taken' } },
  room_mate_wishes_once: { code: 'illegal_transition' },
  bed_pool_not_oversold: { code: 'beds_sold' },
  room_maintenance_no_overlap: { code: 'invalid_input', field: { field: 'maintenance', code: 'closed_already' } },
  quotas_within_capacity: { code: 'quota_exhausted' },
  till_is_closed: { code: 'till_closed' },
  closings_once: { code: 'till_closed' },
  closing_is_stale: { code: 'stale' },
  scan_points_caterer: { code: 'in_use' },
  scans_participant_id_fkey: { code: 'person_was_in' },
  ledger_refund_once: { code: 'illegal_transition' },
  church_units_once: { code: 'duplicate', field: { field: 'name', code: 'taken' } },
  waiting_one: { code: 'already_waiting' },
  account_is_erased: { code: 'person_erased' },
  account_stays_erased: { code: 'person_erased' },
  webhooks_name: { code: 'duplicate', field: { field: 'name', code: 'taken' } },
  api_tokens_live_name: { code: 'duplicate', field: { field: 'name', code: 'taken' } },
  events_slug_key: { code: 'duplicate', field: { field: 'slug', code: 'taken' } },
  currency_has_hundredths: { code: 'invalid_input', field: { field: 'currency', code: 'currency_decimals' } },
  events_times_in_order: { code: 'invalid_input', field: { field: 'ends_at', code: 'date_order' } },
  form_questions_values_in_order: { code: 'invalid_input', field: { field: 'max_value', code: 'too_small' } },
  form_questions_dates_in_order: { code: 'invalid_input', field: { field: 'max_date', code: 'date_order' } },
  form_questions_ratings_of_radio: { code: 'invalid_input', field: { field: 'rating_scores', code: 'unsupported' } },
  events_registration_in_order: {
    code: 'invalid_input',
    field: { field: 'registration_closes_at', code: 'date_order' },
  },
}

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const RESTRICT_VIOLATION = '23001'
const CHECK_VIOLATION = '23514'
const EXCLUSION_VIOLATION = '23P01'
const SERIALIZATION_FAILURE = '40001'
/** Deadlock, lock timeout. */
const NOT_LOCKED = new Set(['40P01', '55P03'])
/**
 * Numbers too large, dates and offsets that do not exist, characters that cannot be stored, values nested too deeply.
 */
const BAD_VALUE = new Set([
  '22001',
  '22003',
  '22007',
  '22008',
  '22009',
  '22021',
  '22023',
  '22P02',
  '22P05',
  '54000',
  '54001',
])

const deletions = new WeakSet<Error>()

/**
 * Marks an error as caused by a deletion. A foreign key violation by a deletion means that the row is in use; by any
 * other statement, that the referenced row is missing. The server distinguishes them only in a localised sentence.
 */
export const noteStatement = (error: unknown, text: string): void => {
  if (error instanceof Error && /\bdelete\s+from\b/i.test(text)) deletions.add(error)
}

/**
 * `event_rooms_event_block_id_fkey` is the constraint of `event_block_id`. Of several columns, the last one counts,
 * ignoring columns that only accompany it.
 */
const referringColumn = (table = '', constraint = ''): string =>
  constraint.replace(new RegExp(`^${table}_`), '').replace(/_fkey\d*$/, '') || 'id'

const isDatabaseError = (
  error: unknown,
): error is Error & { code: string; constraint?: string; table?: string; detail?: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)

/** Seconds until a lost database may be back: its supervisor restarts it immediately. */
const BACK_IN = 2

/** Converts a PostgreSQL error to ours. Returns undefined if a person cannot have caused it. */
export const fromDatabase = (error: unknown): AppError | undefined => {
  if (isConnectionLoss(error)) return new AppError('unavailable', { retryAfter: BACK_IN })
  if (!isDatabaseError(error)) return undefined
  const known = error.constraint ? CONSTRAINTS[error.constraint] : undefined
  if (known) return new AppError(known.code, known.field ? { fields: [known.field] } : {})
  switch (error.code) {
    case UNIQUE_VIOLATION: {
      // "Key (event_center_id, name)=(…) already exists." names the columns.
      const columns = /\(([^)]*)\)=/.exec(error.detail ?? '')?.[1]?.split(', ') ?? []
      const field = columns.at(-1)
      return new AppError('duplicate', field && /^[a-z_]+$/.test(field) ? { fields: [{ field, code: 'taken' }] } : {})
    }
    case RESTRICT_VIOLATION:
      return new AppError('in_use')
    case FOREIGN_KEY_VIOLATION:
      return deletions.has(error)
        ? new AppError('in_use')
        : invalid([{ field: referringColumn(error.table, error.constraint), code: 'not_found' }])
    case CHECK_VIOLATION:
    case EXCLUSION_VIOLATION:
      return invalid([{ field: error.constraint ?? '', code: 'invalid' }])
    default:
      // A retry can succeed.
      if (error.code === SERIALIZATION_FAILURE) return new AppError('overloaded', { retryAfter: 1 })
      if (NOT_LOCKED.has(error.code)) return new AppError('locked', { retryAfter: 1 })
      if (BAD_VALUE.has(error.code)) return new AppError('invalid_input')
      return undefined
  }
}

/** Returns whether something was written for somebody whose account was erased meanwhile. */
export const isOfErased = (error: unknown): boolean => fromDatabase(error)?.code === 'person_erased'

/** Returns whether that somebody is the caller, or nobody who is signed in. Members write to no other account. */
export const isOfErasedCaller = (
  error: unknown,
  caller: { readonly id: string; readonly userType: string } | null,
): boolean =>
  isDatabaseError(error) &&
  (error.constraint === 'account_is_erased'
    ? caller === null || error.detail === caller.id
    : error.constraint === 'account_stays_erased' && caller?.userType !== 'admin')

const PASSING: readonly ErrorCode[] = ['unavailable', 'overloaded', 'locked', 'not_ready']

/** Returns whether a failure passes by itself: what was refused is tried again, and is not answered. */
export const isPassing = ({ code }: AppError): boolean => PASSING.includes(code)

/** Returns why something was refused. @throws the error itself if it is none that a person can have caused */
export const refusalIn = (error: unknown): AppError => {
  const refusal = error instanceof AppError ? error : fromDatabase(error)
  if (!refusal) throw error
  return refusal
}
