import { bedLosses, type EditConflict, editConflict } from '@shiloh/contract/error-data'
import type { FieldCode } from '@shiloh/contract/errors'
import type { z } from 'zod'
import { ApiError } from './client.ts'

/** The code of a field's problem, as the server would name it; schemas with a code of their own are asked first. */
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

/** A message is a code of ours, or a sentence of the server. */
export const isCode = (message: string): boolean => /^[a-z]+(_[a-z]+)*$/.test(message)

/** Who changed it meanwhile, where that is why a change was refused. */
export function conflictOf(error: unknown): EditConflict | undefined {
  if (!(error instanceof ApiError) || error.code !== 'edit_conflict') return undefined
  const parsed = editConflict.safeParse(error.data)
  return parsed.success ? parsed.data : undefined
}

/** Who would lose a bed. */
export type Losses = Pick<z.output<typeof bedLosses>, 'people' | 'hidden'>
export const NO_LOSSES: Losses = { people: [] }

/** Who would lose a bed, where that is why a change was refused. */
export function lossesOf(error: unknown): Losses {
  if (!(error instanceof ApiError) || (error.code !== 'room_occupied' && error.code !== 'beds_sold')) return NO_LOSSES
  return bedLosses.safeParse(error.data).data ?? NO_LOSSES
}

/** What of a failed call belongs to fields of the form, and what is left to say about the whole. */
export function splitFailure(
  error: unknown,
  hasField: (name: string) => boolean,
): {
  readonly fields: readonly { readonly name: string; readonly message: string }[]
  readonly rest: string | undefined
} {
  if (!(error instanceof ApiError)) throw error
  const fields = error.fields
    .filter(({ field }) => hasField(field))
    .map(({ field, message }) => ({ name: field, message }))
  const others = error.fields.filter(({ field }) => !hasField(field)).map(({ message }) => message)
  const rest = fields.length === 0 || others.length > 0 ? [error.message, ...new Set(others)].join(' ') : undefined
  return { fields, rest }
}
