import type { ErrorCode, FieldCode, FieldError } from '@shiloh/contract/errors'
import type { SecurityEntry } from './security-log.store.ts'

/** One request that was refused. */
export interface Refusal {
  readonly at: Date
  readonly code: ErrorCode
  readonly status: number
  readonly fields: readonly FieldError[]
  readonly method: string
  /** As the route is declared, never as it was typed: an address may hold a secret, and there are any number of them. */
  readonly path: string
  readonly userId: string | null
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
}

export interface SecurityLog {
  /** Takes note of a refusal that may be an attack; costs no query. */
  note(refusal: Refusal): void
  /** Writes what gathered. */
  flush(): Promise<void>
}

interface SecurityLogOptions {
  readonly save: (entries: readonly SecurityEntry[]) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** Gathered so long before it is written: one statement in this time, however many requests are refused. */
const FLUSH_MS = 5000
/** Different refusals kept between two writes; what is beyond is only counted. */
const MAX_ENTRIES = 500
/** People mistype; so many refused inputs of one account or address in a minute are no mistakes any more. */
const STRIKES = 10
const STRIKE_MS = 60_000
/** Sources whose strikes are counted; with more than these in a minute, every one counts as suspicious. */
const MAX_SOURCES = 10_000
const MAX_FIELDS = 20
const MAX_TEXT = 300

/** Text of strangers as the database can store it. */
const storable = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')

const PERMISSION_CODES: ReadonlySet<ErrorCode> = new Set(['forbidden', 'cannot_grant', 'account_deactivated'])
const TOKEN_CODES: ReadonlySet<ErrorCode> = new Set(['not_signed_in', 'invalid_token'])
/** What no form of ours sends, even once: another type of value, characters that cannot be typed, a file nobody asked for. */
const SHAPE_CODES: ReadonlySet<FieldCode> = new Set(['invalid_type', 'control_characters', 'unsupported'])
const INPUT_STATUSES: ReadonlySet<number> = new Set([400, 413, 415, 422])

/**
 * What a refusal is to whoever watches over the product, and whether one of it is worth a row; undefined for what is
 * ordinary (something sold out, an address that leads nowhere).
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
 * Gathers refusals in memory and writes them now and then, equal ones as one row: whoever sends a thousand requests a
 * second costs us one statement in five seconds.
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
    // Rows that cannot be written are given up: keeping them would grow without end while the database is away.
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
