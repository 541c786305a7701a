import fc from 'fast-check'
import { z } from 'zod'
import type { Chance } from './chance.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** The part of JSON Schema that zod writes. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly $ref?: string
}

/** A route's input as JSON Schema. */
export const inputSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** The source of valid values that depend on existing data. */
export interface Known {
  /** A real id for a field or parameter of this name. */
  idFor(name: string): string
}

const ID = '^[0-9a-f]{24}$'
const DAYS = ['2027-01-10', '2027-01-11', '2027-01-12', '2027-01-13', '2026-11-21', '2026-12-01']
const WORDS = ['Ama', 'Ɔsɛe Kofi', 'Łukasz', 'Main hall', 'Übernachtung', 'São Tomé', 'Ọla Ɛsi 🙏', 'a']

/** Values by field name, where the server requires more than the schema says. */
const BY_NAME: Readonly<Record<string, (chance: Chance) => Json>> = {
  email: (chance) => chance.pick(['fuzz@shiloh.test', 'user@shiloh.example', `fuzz-${chance.below(999)}@shiloh.test`]),
  login: (chance) => chance.pick(['user@shiloh.example', '+233241000001', 'admin@shiloh.example']),
  password: (chance) => chance.pick(['Shiloh#2026!', 'Correct#Horse7Battery']),
  password_confirmation: () => 'Correct#Horse7Battery',
  new_password: () => 'Correct#Horse7Battery',
  phone: (chance) => `+23324${1_000_000 + chance.below(999_999)}`,
  country: () => 'GH',
  country_code: () => 'GH',
  currency: () => 'GHS',
  time_zone: (chance) => chance.pick(['Africa/Accra', 'Europe/Berlin', 'America/New_York']),
  sort: (chance) => chance.pick(['-created_at', 'name', '-name', 'status,-name', 'nothing_like_it']),
  search: (chance) => chance.pick(['ama', 'Mensah', '0244', '%', '_', "o'", '\\']),
  code: (chance) => chance.pick(['123456', 'TEST-ABCD12']),
  type: (chance) => chance.pick(['access', 'mail', 'sms', 'payments', 'imports', 'errors']),
  provider: (chance) => chance.pick(['sandbox', 'paystack', 'stripe', 'cash']),
}

const textOf = (schema: Schema, name: string, chance: Chance, known: Known): string => {
  if (schema.pattern === ID || (schema.pattern === undefined && /(^|_)id$/.test(name) && name !== 'staff_id'))
    return known.idFor(name)
  const named = BY_NAME[name]?.(chance)
  if (typeof named === 'string') return named
  switch (schema.format) {
    case 'date-time':
      return `${chance.pick(DAYS)}T${String(chance.below(24)).padStart(2, '0')}:30:00${chance.pick(['Z', '.000Z', '+01:00'])}`
    case 'date':
      return chance.pick(DAYS)
    case 'time':
      return '10:30:00'
    case 'email':
      return 'fuzz@shiloh.test'
    case 'uri':
      return 'https://shiloh.test/fuzz'
  }
  // fast-check does not support lookahead. Fields with such patterns have an entry by name above.
  if (schema.pattern !== undefined && !schema.pattern.includes('(?')) {
    const matching = fc.stringMatching(new RegExp(schema.pattern))
    return fc.sample(matching, { numRuns: 1, seed: chance.below(1_000_000) })[0] ?? ''
  }
  const text = chance.pick(WORDS)
  return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 200)
}

const numberOf = ({ minimum = 0, maximum = 1_000_000 }: Schema, whole: boolean, chance: Chance): number => {
  const low = Math.max(minimum, -1_000_000)
  const high = Math.max(low, Math.min(maximum, low + 1_000_000))
  const value = chance.pick([low, high, low + chance.below(Math.min(high - low, 300) + 1)])
  return whole ? Math.round(value) : value
}

/**
 * Returns a value that is valid by the schema. The server can still refuse it by rules that the schema does not
 * express.
 */
export const validValue = (
  schema: Schema,
  name: string,
  chance: Chance,
  known: Known,
  root: Schema = schema,
  depth = 0,
): Json => {
  const again = (inner: Schema, innerName = name) => validValue(inner, innerName, chance, known, root, depth + 1)
  if (schema.$ref !== undefined) {
    const target = schema.$ref
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
        root,
      )
    return depth > 6 || typeof target !== 'object' ? null : again(target as Schema)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.pick(schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) {
    const possible = either.filter(({ not }) => not === undefined)
    return possible.length > 0 ? again(chance.pick(possible)) : null
  }
  const merged = schema.allOf ? Object.assign({}, ...schema.allOf, schema, { allOf: undefined }) : schema
  const type = typeof merged.type === 'object' ? chance.pick(merged.type) : merged.type
  switch (type) {
    case 'object': {
      const found: JsonObject = {}
      for (const [key, inner] of Object.entries<Schema>(merged.properties ?? {})) {
        // `z.undefined()`: a field that must not be sent.
        if (inner.not !== undefined || Object.keys(inner).length === 0) continue
        if (merged.required?.includes(key) || chance.percent(depth > 3 ? 20 : 55)) found[key] = again(inner, key)
      }
      if (typeof merged.additionalProperties === 'object' && !merged.properties)
        for (let count = chance.below(3); count > 0; count -= 1)
          found[known.idFor('question_id')] = again(merged.additionalProperties, 'value')
      return found
    }
    case 'array': {
      const least = merged.minItems ?? 0
      const length = Math.max(least, chance.below(Math.min(merged.maxItems ?? 3, 3) + 1))
      return Array.from({ length }, () => again(merged.items ?? {}, name.replace(/ids$/, 'id')))
    }
    case 'string':
      return textOf(merged, name, chance, known)
    case 'integer':
      return numberOf(merged, true, chance)
    case 'number':
      return numberOf(merged, false, chance)
    case 'boolean':
      return chance.percent(50)
    case 'null':
      return null
    default:
      return chance.pick<Json>(['free text', 7, true, null, ['a', 'b'], { nested: { value: 1 } }])
  }
}

/** A value with a short description for reports. Some values are a megabyte long. */
export interface Hostile {
  readonly label: string
  readonly value: Json
}

const nested = (depth: number): Json => {
  let value: Json = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Values that are known to break programs. */
const HOSTILE: readonly (() => Hostile)[] = [
  ...[
    null,
    true,
    0,
    -1,
    1,
    0.5,
    -0.000_001,
    2_147_483_648,
    -2_147_483_649,
    Number.MAX_SAFE_INTEGER,
    1e21,
    1e308,
    -1e308,
    '',
    ' ',
    '0',
    '-1',
    'NaN',
    'null',
    'true',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff x',
    '\u202egnp.exe',
    '\u200b',
    '\ufeffx',
    'İ',
    'ﬀ',
    "'; drop table users; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '%00',
    '%',
    '\\',
    '../../etc/passwd',
    '=1+1',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '2027-01-10T09:00:00-16:14',
    '2027-01-10T09:00:00+23:59',
    '2027-01-10T09:00:00.123456789Z',
    '2027-01-10T24:00:00Z',
    'ffffffffffffffffffffffff',
    'FFFFFFFFFFFFFFFFFFFFFFFF',
    'fffffffffffffffffffffff',
    '__proto__',
    'constructor',
    'toString',
  ].map((value) => () => ({ label: JSON.stringify(value), value })),
  ...([[], {}, [null], [[]], { toString: 1 }, { length: -1 }, { $ne: null }] as Json[]).map((value) => () => ({
    label: JSON.stringify(value),
    value,
  })),
  () => ({ label: "'x'.repeat(300)", value: 'x'.repeat(300) }),
  () => ({ label: "'x'.repeat(20_000)", value: 'x'.repeat(20_000) }),
  () => ({ label: "'Ɛ'.repeat(60_000)", value: 'Ɛ'.repeat(60_000) }),
  () => ({ label: 'Array(5_000).fill(1)', value: Array.from({ length: 5000 }, () => 1) }),
  () => ({
    label: 'an object of 2,000 keys',
    value: Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`k${n}`, n])),
  }),
  () => ({ label: 'nested 200 deep', value: nested(200) }),
  () => ({ label: 'nested 5,000 deep', value: nested(5000) }),
]

const hostileValue = (chance: Chance): Hostile => chance.pick(HOSTILE)()

type Path = readonly (string | number)[]

const pathsOf = (value: Json, at: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null || at.length > 8) return [at]
  const inner = Object.entries(value).slice(0, 40)
  return [at, ...inner.flatMap(([key, one]) => pathsOf(one, [...at, Array.isArray(value) ? Number(key) : key]))]
}

const replaced = (value: Json, path: Path, by: Json | undefined): Json => {
  const [key, ...rest] = path
  if (key === undefined) return by ?? null
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      index !== key ? [one] : rest.length > 0 || by !== undefined ? [replaced(one, rest, by)] : [],
    )
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, one]): [string, Json][] =>
    name !== key ? [[name, one]] : rest.length > 0 || by !== undefined ? [[name, replaced(one, rest, by)]] : [],
  )
  return Object.fromEntries(entries)
}

/** Returns the value with one thing made wrong, and its description. */
export const mutated = (value: Json, chance: Chance): Hostile => {
  const paths = pathsOf(value)
  const path = paths.length > 1 ? chance.pick(paths.slice(1)) : (paths[0] ?? [])
  const name = path.join('.')
  if (path.length > 0 && chance.percent(12))
    return { label: `without ${name}`, value: replaced(value, path, undefined) }
  if (chance.percent(8) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const extra = hostileValue(chance)
    const key = chance.pick(['extra', '__proto__', 'constructor', '_id', 'status', 'user_type', 'price', ''])
    return { label: `${JSON.stringify(key)} := ${extra.label}`, value: { ...value, [key]: extra.value } }
  }
  const { label, value: by } = hostileValue(chance)
  return { label: `${name === '' ? 'the whole' : name} := ${label}`, value: replaced(value, path, by) }
}
