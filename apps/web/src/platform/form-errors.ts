import { bedLosses, type EditConflict, editConflict } from '@shiloh/contract/error-data'
import type { FieldCode } from '@shiloh/contract/errors'
import type { z } from 'zod'
import { ApiError } from './client.ts'

/** Returns the code of a field's problem, as the server would name it. Schemas with their own code take precedence. */
export function fieldCode(
  issue: Pick<z.core.$ZodRawIssue, 'code' | 'input'> & { readonly minimum?: unknown },
): FieldCode {
  const missing = issue.input === undefined || issue.input === null || issue.input === ''
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_union':
      return missing ? 'required' : issue.code === 'invalid_type' ? 'invalid_type' : 'unknown_choice'
    case 'too_small':
      return missing || (Array.isArray(issue.input) && issue.input.length === 0) ? 'required' : 'too_small'
    case 'too_big':
      return 'too_big'
    default:
      return missing ? 'required' : 'invalid'
  }
}

/** Returns whether a message is one of our codes. Otherwise it is a sentence of the server. */
export const isCode = (message: string): boolean => /^[a-z]+(_[a-z]+)*$/.test(message)

/** Returns the edit conflict if that is why a change was rejected. */
export function conflictOf(error: unknown): EditConflict | undefined {
  if (!(error instanceof ApiError) || error.code !== 'edit_conflict') return undefined
  const parsed = editConflict.safeParse(error.data)
  return parsed.success ? parsed.data : undefined
}

/** Returns what is wrong with the one field of an act, where no form shows it. */
export const fieldProblemOf = (error: unknown): string =>
  (error instanceof ApiError ? error.fields[0]?.message : undefined) ?? (error instanceof Error ? error.message : '')

/** The people, groups and offers that would lose a bed. */
export type Losses = Pick<z.output<typeof bedLosses>, 'people' | 'groups' | 'offers' | 'hidden'>
export const NO_LOSSES: Losses = { people: [] }

/** Refusals that name who would lose a bed. */
const LOSING: readonly string[] = ['room_occupied', 'beds_sold', 'below_claimed']

/** Returns who would lose a bed if that is why a change was rejected. */
export function lossesOf(error: unknown): Losses {
  if (!(error instanceof ApiError) || !LOSING.includes(error.code)) return NO_LOSSES
  return bedLosses.safeParse(error.data).data ?? NO_LOSSES
}

/** Fields that say no more than the refusal as a whole: “The event is full. No longer available.” */
const isSaid = (error: ApiError, { code }: ApiError['fields'][number]): boolean =>
  code === 'sold_out' && (error.code === 'event_full' || error.code === 'quota_exhausted')

/** Returns why a call was refused as one text: the reason, then what the fields say beyond it, each sentence once. */
export const wholeRefusal = (error: ApiError, fields: ApiError['fields'] = error.fields): string =>
  [...new Set([error.message, ...fields.filter((field) => !isSaid(error, field)).map(({ message }) => message)])].join(
    ' ',
  )

/** Splits a failed call into messages for fields of the form and the remaining message for the whole form. */
export function splitFailure(
  error: unknown,
  hasField: (name: string) => boolean,
): {
  readonly fields: readonly { readonly name: string; readonly message: string }[]
  readonly rest: string | undefined
} {
  if (!(error instanceof ApiError)) throw error
  // Forms are flat where bodies are not: `title.en` is shown at `title_en`, `audience.event_id` at `event_id`.
  const named = error.fields.map((problem) => {
    const { field, message } = problem
    // What is deeper has the name of a field of the form only by chance.
    const [outer, inner, ...deeper] = field.split('.')
    const names = [field, ...(inner === undefined || deeper.length > 0 ? [] : [`${outer}_${inner}`, inner])]
    return { name: names.find((name) => hasField(name)), message, problem }
  })
  const fields = named.flatMap(({ name, message }) => (name === undefined ? [] : [{ name, message }]))
  const others = named.filter(({ name }) => name === undefined).map(({ problem }) => problem)
  const rest = fields.length === 0 || others.length > 0 ? wholeRefusal(error, others) : undefined
  return { fields, rest }
}

/** Returns the names of all fields with an error, in the server's notation: `refund_rules.0.until`. */
export function errorNames(errors: object): string[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return []
    if ('message' in error && typeof error.message === 'string') return [name]
    return errorNames(error).map((inner) => `${name}.${inner}`)
  })
}
