import { z } from 'zod'
import { can, done, id, line, personName, route, signedIn, timestamp, token } from '../core.ts'
import { consentContact } from './party.ts'
import { BY_LINK, linkedEvent, reservationView } from './views.ts'

/**
 * The consent of a guardian for somebody under 18 who comes without one. It is requested through a link or recorded on
 * paper.
 */

/** Days until a link expires, at the latest at the end of the event. */
export const CONSENT_DAYS = 30

/** The page that a guardian sees before answering. */
const consentPage = z.object({
  organisation: z.string(),
  event: linkedEvent,
  /** Masked: the first name, and the initials of the other names. */
  name: z.string(),
  /** Full years on the first day of the event. Null: unknown. */
  age: z.int().nullable(),
  guardian_name: z.string(),
  wording: z.object({ _id: id, version: z.int(), text: z.string() }),
  expires_at: timestamp,
})
export type ConsentPage = z.output<typeof consentPage>

/** Without a contact, the guardian named before is asked again. */
const asked = z.object({ contact: consentContact.nullish() })
const consentParams = z.object({ id, participant_id: id })

export const consentRoutes = {
  askMyGuardian: route({
    method: 'POST',
    path: '/user/reservations/{id}/consents/{participant_id}',
    access: signedIn('user'),
    summary: 'Ask a guardian for consent, the same one again or another; revokes the previous link',
    params: consentParams,
    body: asked,
    response: reservationView,
    errors: ['illegal_transition'],
    limits: [{ points: 6, seconds: 3600, by: 'caller' }],
    status: 201,
  }),
  askGuardian: route({
    method: 'POST',
    path: '/admin/reservations/{id}/consents/{participant_id}',
    access: can('reservations.update'),
    summary: 'Ask a guardian for consent, the same one again or another; revokes the previous link',
    params: consentParams,
    body: asked,
    response: reservationView,
    errors: ['illegal_transition'],
    limits: [{ points: 120, seconds: 3600, by: 'caller' }],
    status: 201,
  }),
  recordConsent: route({
    method: 'PUT',
    path: '/admin/reservations/{id}/consents/{participant_id}',
    access: can('reservations.update'),
    summary: 'Record a consent on paper, with the name of the person who signed',
    params: consentParams,
    body: z.object({ guardian_name: personName(100) }),
    response: reservationView,
    errors: ['illegal_transition'],
  }),
  readConsent: route({
    method: 'GET',
    path: '/consent',
    access: token('give_consent'),
    summary: 'The consent that a guardian is asked for, for the holder of the link',
    response: consentPage,
    errors: ['token_expired'],
    limits: [BY_LINK],
  }),
  answerConsent: route({
    method: 'POST',
    path: '/consent',
    access: token('give_consent'),
    summary: 'Give or refuse consent; the link expires',
    body: z.object({
      agrees: z.boolean(),
      /** The name with which the guardian signs. */
      name: personName(100),
      wording_id: id,
      token: line(200).optional(),
    }),
    response: done,
    errors: ['token_expired', 'stale'],
    limits: [BY_LINK],
  }),
} as const
