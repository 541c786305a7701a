import { z } from 'zod'
import { id, idParams, paragraphs, route, signedIn, timestamp } from './core.ts'
import { datedEvent } from './record-fields.ts'

/** What guests say after an event: a rating and words, once for each reservation. The office reads it as a report. */

/** From "poor" to "very good". */
export const RATINGS = [1, 2, 3, 4, 5] as const

const feedback = z.object({
  reservation_id: id,
  code: z.string(),
  event: datedEvent,
  /** Whether it can be written now: the event has begun, and the guest is or was expected. */
  open: z.boolean(),
  rating: z.int().nullable(),
  words: z.string(),
  written_at: timestamp.nullable(),
})
export type Feedback = z.output<typeof feedback>

export const feedbackRoutes = {
  getMyFeedback: route({
    method: 'GET',
    path: '/user/reservations/{id}/feedback',
    access: signedIn('user'),
    summary: 'The own feedback about the event of a reservation',
    params: idParams,
    response: feedback,
  }),
  giveFeedback: route({
    method: 'PUT',
    path: '/user/reservations/{id}/feedback',
    access: signedIn('user'),
    summary: 'Say how the event was; replaces what was said before',
    params: idParams,
    body: z.object({
      rating: z.int().min(1).max(5),
      words: paragraphs(4000).default(''),
    }),
    response: feedback,
    errors: ['illegal_transition'],
    limits: [{ points: 20, seconds: 600, by: 'caller' }],
  }),
}
