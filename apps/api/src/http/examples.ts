import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { DATES, DAY, INSTANT, NUMBERS, WORDS } from './example-words.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The part of JSON Schema that zod writes for the contract. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly examples?: readonly Json[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly propertyNames?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly default?: Json
}

/** Returns the id that stands for one record of a kind in every example, so that the examples belong together. */
const idOf = (kind: string): string => createHash('sha1').update(kind).digest('hex').slice(0, 24)

const singular = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(s|x|ch)es$/, (_, end: string) => (end === 's' ? 'se' : end))
    .replace(/s$/, '')

/** `wanted_events`, `wanted_event`, `event`: the ways in which a name can be known. */
const formsOf = (name: string): string[] => [name, singular(name), singular(name).replace(/^.*[_-]/, '')]

const words = new Map(Object.entries(WORDS))
const numbers = new Map(Object.entries(NUMBERS))
const dates = new Map(Object.entries(DATES))

/** The nearest surroundings first: the words of `region.name` are those of `name` inside of `region` or `regions`. */
const named = <T>(known: ReadonlyMap<string, T>, path: readonly string[]): T[] => {
  const name = path.at(-1) ?? ''
  const around = path.slice(0, -1).reverse().flatMap(formsOf)
  return [...around.map((one) => `${one}.${name}`), ...formsOf(name)].flatMap((key) => {
    const found = known.get(key)
    return found === undefined ? [] : [found]
  })
}

const asWords = (name: string): string => {
  const text = name.replace(/[_*.-]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const fits = ({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema, text: string): boolean =>
  text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))

const ofFormat = (format: string | undefined, path: readonly string[]): string | undefined => {
  const [date] = named(dates, path)
  switch (format) {
    case 'date-time':
      return date === undefined ? INSTANT : date.length > 10 ? date : `${date}T09:30:00.000Z`
    case 'date':
      return (date ?? DAY).slice(0, 10)
    case 'time':
      return '10:30:00'
    default:
      return undefined
  }
}

/** @throws an error that names the field, if no word fits its schema */
const textOf = (schema: Schema, path: readonly string[]): string => {
  const name = path.at(-1) ?? ''
  const dated = ofFormat(schema.format, path)
  if (dated !== undefined) return dated
  // `_id` is the record that the example is about; `event_id` is the same record as the `_id` of an event.
  const kind = name === '_id' || name === 'id' ? singular(path.at(-2) ?? name) : singular(name.replace(/_ids?$/, ''))
  const isId = /(^|_)ids?$/.test(name)
  const texts = [...(isId ? [idOf(kind)] : []), ...named(words, path).flat(), asWords(name), name, kind, idOf(kind)]
  const found = texts.find((text) => fits(schema, text))
  if (found === undefined) throw new Error(`no example for ${path.join('.')}: give its schema .meta({ examples: […] })`)
  return found
}

const numberOf = ({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: Schema, path: readonly string[]): number => {
  const known = [...named(numbers, path), 3].find((value) => value >= minimum && value <= maximum)
  return known ?? (minimum > Number.MIN_SAFE_INTEGER ? minimum : 0)
}

/** A field that must not be sent, and one without a type: an example would say nothing. */
const isEmpty = (schema: Schema): boolean =>
  schema.not !== undefined || Object.keys(schema).every((key) => key === 'description')

/** What says more than the first of several values. */
const USUAL: readonly Json[] = ['active', 'published', 'approved', 'paid', 'female']

/** Returns an example that the schema accepts, with all fields, in words of a church. `path` is where the value is. */
export const exampleOf = (schema: Schema, path: readonly string[]): Json => {
  const [given] = schema.examples ?? []
  // A filter by records has no example of its own.
  if (given === '') return idOf(singular(path.at(-1) ?? ''))
  if (given !== undefined) return given
  if (schema.default && typeof schema.default !== 'object') return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.find((value) => USUAL.includes(value)) ?? schema.enum[0] ?? null
  const either = (schema.anyOf ?? schema.oneOf)?.filter((one) => one.not === undefined)
  if (either) return exampleOf(either.find((one) => one.type !== 'null' && one.const !== '') ?? either[0] ?? {}, path)
  const merged: Schema = schema.allOf ? Object.assign({}, ...schema.allOf, { ...schema, allOf: undefined }) : schema
  const type = typeof merged.type === 'string' ? merged.type : merged.type?.[0]
  switch (type) {
    case 'object':
      return objectOf(merged, path)
    case 'array': {
      if (merged.prefixItems) return merged.prefixItems.map((item) => exampleOf(item, path))
      const count = Math.min(Math.max(merged.minItems ?? 1, 1), merged.maxItems ?? 1)
      return Array.from({ length: count }, () => exampleOf(merged.items ?? {}, path))
    }
    case 'string':
      return textOf(merged, path)
    case 'integer':
    case 'number':
      return numberOf(merged, path)
    case 'boolean':
      return typeof merged.default === 'boolean' ? merged.default : true
    case 'null':
      return null
    default:
      return named(words, path).flat()[0] ?? asWords(path.at(-1) ?? '')
  }
}

const objectOf = (schema: Schema, path: readonly string[]): Json => {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema
  const fields = Object.entries(properties)
    .filter(([name, inner]) => required.includes(name) || !isEmpty(inner))
    .map(([name, inner]): [string, Json] => [name, exampleOf(inner, [...path, name])])
  if (fields.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(fields)
  const keys = propertyNames?.enum ?? [exampleOf(propertyNames ?? {}, [...path, 'key'])]
  return Object.fromEntries(keys.map((key) => [String(key), exampleOf(additionalProperties, [...path, String(key)])]))
}

type Holder = { [key: string | number]: Json }
const holderAt = (value: Json, path: readonly PropertyKey[]): Holder | undefined => {
  let found: unknown = value
  for (const key of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined
  return typeof found === 'object' && found !== null ? (found as Holder) : undefined
}

/** Returns ways to make an example smaller at a place that a rule refuses, the least first. */
const smaller = (example: Json, path: readonly PropertyKey[]): Json[] => {
  const last = String(path.at(-1) ?? '')
  const change = (act: (holder: Holder) => void): Json => {
    const copy = structuredClone(example)
    const holder = holderAt(copy, path.slice(0, -1))
    if (holder) act(holder)
    return copy
  }
  const without = (...names: readonly string[]) =>
    change((holder) => {
      for (const name of names)
        if (Array.isArray(holder)) holder.splice(Number(name), 1)
        else delete holder[name]
    })
  const others = Object.keys(holderAt(example, path.slice(0, -1)) ?? {}).filter((name) => name !== last)
  const backwards = others.reverse()
  return [
    without(last),
    change((holder) => {
      holder[last] = null
    }),
    ...backwards.map((name) => without(name)),
    ...backwards.map((_, index) => without(...backwards.slice(0, index + 1))),
  ]
}

/**
 * Returns an example that also keeps the rules between fields, which JSON Schema does not express: fields that the rules
 * refuse are left out of it.
 *
 * @throws an error with what is refused, if leaving out does not help
 */
export const acceptedExample = (schema: z.ZodType, example: Json): Json => {
  const issuesOf = (value: Json) => schema.safeParse(value).error?.issues ?? []
  let found = example
  for (let issues = issuesOf(found); issues.length > 0; ) {
    const length = JSON.stringify(found).length
    const ways = issues
      .flatMap(({ path }) => path.map((_, index) => path.slice(0, path.length - index)))
      .flatMap((path) => smaller(found, path))
      .map((value) => ({ value, issues: issuesOf(value) }))
    const next =
      ways.find((way) => way.issues.length < issues.length) ??
      ways.find((way) => way.issues.length === issues.length && JSON.stringify(way.value).length < length)
    if (!next)
      throw new Error(`an example is refused: ${JSON.stringify(issues.map(({ path, message }) => [path, message]))}`)
    found = next.value
    issues = next.issues
  }
  return found
}
