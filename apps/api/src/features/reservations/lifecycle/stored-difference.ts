import { CHANGED } from '@shiloh/contract/reservations/views'
import { z } from 'zod'
import type { Difference } from './difference.rules.ts'

const answer = z.object({
  label: z.string(),
  value: z.union([z.string(), z.number()]),
  form_version_id: z.string().nullable(),
})
const differing = z.union([z.string(), z.number(), answer]).nullable()

/** A `Difference` as it is read from the history. */
export const storedDifference = z.object({
  what: z.enum(CHANGED),
  person: z.string().nullable(),
  ref: z.string().nullable(),
  from: differing,
  to: differing,
}) satisfies z.ZodType<Difference>
