import { z } from 'zod'
import { money } from '../core.ts'

export const RESERVE_STEPS = ['people', 'details', 'rooms', 'extras', 'review'] as const

/** How far a draft is. The wizard writes it into the draft, since the steps and the price follow from the whole offer. */
export const draftProgress = z.object({
  step: z.enum(RESERVE_STEPS),
  /** The number of the step, from 1, and how many there are. */
  at: z.int().min(1),
  of: z.int().min(1),
  persons: z.int().min(1),
  /** The price of what is chosen so far. */
  total: money,
})
export type DraftProgress = z.output<typeof draftProgress>
