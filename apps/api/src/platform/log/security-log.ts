import type { ErrorCode, FieldCode, FieldError } from '@shiloh/contract/errors'
import type { SecurityEntry } from './security-log.store.ts'

/** One refused request. */
export interface Refusal {
  readonly at: Date
  readonly code: ErrorCode
  readonly status: number
  readonly fields: readonly FieldError[]
  readonly method: string
  /** The declared path, never the typed one, which can contain a secret and has unlimited variants. */
  readonly path: string
  readonly userId: string | null
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
}

export interface SecurityLog {
  /** Records a refusal that could be an attack, without a query. */
  note(refusal: Refusal): void
  /** Writes the collected entries. */
  flush(): Promise<void>
}

interface SecurityLogOptions {
  readonly save: (entries: readonly SecurityEntry[]) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** Milliseconds between writes: one statement per interval, however many requests are refused. */
const FLUSH_MS = 5000
/** Maximum number of distinct refusals between two writes. Others are only counted. */
const MAX_ENTRIES = 500
/** People make typing errors. This many refused inputs of one account or address in a minute are suspicious. */
const STRIKES = 10
const STRIKE_MS = 60_000
/** Maximum number of sources whose strikes are counted. With more in a minute, every one counts as suspicious. */
const MAX_SOURCES = 10_000
const MAX_FIELDS = 20
const MAX_TEXT = 300

/** Makes untrusted text storable in the database. */
const storable = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')

const PERMISSION_CODES: ReadonlySet<ErrorCode> = new Set(['forbidden', 'cannot_grant', 'account_deactivated'])
const TOKEN_CODES: ReadonlySet<ErrorCode> = new Set(['not_signed_in', 'invalid_token'])
/** Input that no form of ours sends: wrong value types, characters that cannot be typed, unexpected files. */
const SHAPE_CODES: ReadonlySet<FieldCode> = new Set(['invalid_type', 'control_characters', 'unsupported'])
const INPUT_STATUSES: ReadonlySet<number> = new Set([400, 413, 415, 422])

/**
 * Returns what a refusal means for security, and whether a single one deserves a row. Undefined for ordinary refusals
 * (something sold out, an unknown path).
 */
export const judge = ({
  code,
  status,
  fields,
}: Pick<Refusal, 'code' | 'status' | 'fields'>):
  | { kind: Exclude<SecurityEntry['kind'], 'overflow'>; alone: boolean }
  | undefined => {
  if (status === 429) return { kind: 'limit', alone: true }
  if (PERMISSION_CODES.has(code)) return { kind: 'refused', alone: true }
  if (TOKEN_CODES.has(code)) return { kind: 'refused', alone: false }
  if (INPUT_STATUSES.has(status))
    return {
      kind: 'invalid',
      alone: code === 'malformed_request' || fields.some((field) => SHAPE_CODES.has(field.code)),
    }
  return undefined
}

/**
 * Collects refusals in memory and writes them periodically, identical ones as one row: an attacker with a thousand
 * requests a second costs one statement in five seconds.
 */
export const openSecurityLog = ({ save, onFailure }: SecurityLogOptions): SecurityLog => {
  let gathered = new Map<string, SecurityEntry>()
  let beyond: { first: Refusal; last: Refusal; count: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let strikes = new Map<string, number>()
  let strikesSince = 0

  const isFrequent = ({ at, userId, ip }: Refusal): boolean => {
    if (at.getTime() - strikesSince >= STRIKE_MS) {
      strikes = new Map()
      strikesSince = at.getTime()
    }
    const source = userId ?? ip
    const count = (strikes.get(source) ?? 0) + 1
    if (count === 1 && strikes.size >= MAX_SOURCES) return true
    strikes.set(source, count)
    return count >= STRIKES
  }

  const add = (kind: SecurityEntry['kind'], refusal: Refusal): void => {
    const { at, code, method, path, userId, ip, requestId } = refusal
    const fields = refusal.fields.slice(0, MAX_FIELDS).map(({ field }) => storable(field))
    const key = JSON.stringify([kind, code, method, path, userId, ip, fields])
    const before = gathered.get(key)
    if (!before && gathered.size >= MAX_ENTRIES) {
      beyond = { first: beyond?.first ?? refusal, last: refusal, count: (beyond?.count ?? 0) + 1 }
      return
    }
    gathered.set(key, {
      first_at: before?.first_at ?? at,
      at,
      kind,
      code,
      method,
      path,
      fields,
      user_id: userId,
      ip: storable(ip),
      user_agent: storable(refusal.userAgent),
      request_id: requestId,
      count: (before?.count ?? 0) + 1,
    })
  }

  const taken = (): SecurityEntry[] => {
    const entries = [...gathered.values()]
    if (beyond)
      entries.push({
        first_at: beyond.first.at,
        at: beyond.last.at,
        kind: 'overflow',
        code: 'too_many_requests',
        method: '',
        path: '',
        fields: [],
        user_id: null,
        ip: '',
        user_agent: '',
        request_id: '',
        count: beyond.count,
      })
    gathered = new Map()
    beyond = undefined
    return entries
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const entries = taken()
    // Rows that cannot be written are dropped: keeping them would use unlimited memory while the database is
    // unreachable.
    if (entries.length > 0) writing = writing.then(() => save(entries)).catch(onFailure)
    return writing
  }

  return {
    note: (refusal) => {
      const verdict = judge(refusal)
      if (!verdict || !(verdict.alone || isFrequent(refusal))) return
      add(verdict.kind, refusal)
      if (!timer) {
        timer = setTimeout(() => void flush(), FLUSH_MS)
        timer.unref()
      }
    },
    flush,
  }
}
