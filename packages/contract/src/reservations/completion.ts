import { z } from 'zod'
import { can, done, id, idParams, pick, route, timestamp, token } from '../core.ts'
import { formDefinition } from '../forms/forms.ts'
import { care, MAX_PERSONS, PARTICIPANT_ROLES, PERSON_FIELDS } from './party.ts'
import { EDIT_ERRORS } from './reservations.ts'
import { BY_LINK, linkedEvent } from './views.ts'

/** Answers that staff left open in a registration. The person gives them through a link, without an account. */

/** Days until a link expires, at the latest at the end of the event. */
export const COMPLETION_DAYS = 14

/** Built-in questions that can be answered through a link. */
export const COMPLETABLE = [
  'title_id',
  'designation_id',
  'committee_type_id',
  'medical_conditions',
  'dietary_preference',
  'female_related',
  'arrival_at',
  'departure_at',
] as const
export type Completable = (typeof COMPLETABLE)[number]
export const isCompletable = (field: string): field is Completable => COMPLETABLE.some((one) => one === field)

/** As little as the person needs: the name is masked, and known answers are not shown. */
const completionView = z.object({
  event: linkedEvent,
  name: z.string(),
  expires_at: timestamp,
  /** Nothing is open any more. */
  complete: z.boolean(),
  fields: z.array(z.enum(COMPLETABLE)),
  /** Open fields of the people who come along. */
  persons: z.array(
    z.object({
      person_id: id,
      name: z.string(),
      role: z.enum(PARTICIPANT_ROLES),
      fields: z.array(z.enum(PERSON_FIELDS)),
    }),
  ),
  /** The open questions of the event's form, and those that an answer reveals. */
  form: formDefinition.nullable(),
  participant_type_ids: z.array(id),
  titles: z.array(pick),
  designations: z.array(pick),
  committee_types: z.array(pick),
})
export type CompletionView = z.output<typeof completionView>

const completionBody = z.object({
  title_id: id.nullish(),
  designation_id: id.nullish(),
  committee_type_id: id.nullish(),
  medical_conditions: care.shape.medical_conditions.nullish(),
  dietary_preference: care.shape.dietary_preference.nullish(),
  female_related: care.shape.female_related.nullish(),
  arrival_at: timestamp.nullish(),
  departure_at: timestamp.nullish(),
  answers: z.record(z.string().max(100), z.unknown()).optional(),
  persons: z
    .array(
      z.object({
        person_id: id,
        title_id: id.nullish(),
        designation_id: id.nullish(),
        medical_conditions: care.shape.medical_conditions.nullish(),
        dietary_preference: care.shape.dietary_preference.nullish(),
        female_related: care.shape.female_related.nullish(),
      }),
    )
    .max(MAX_PERSONS)
    .optional(),
  token: z.string().optional(),
})

export const completionRoutes = {
  makeCompletionLink: route({
    method: 'POST',
    path: '/admin/reservations/{id}/completion-link',
    access: can('reservations.update'),
    summary: 'Create a link for the person to complete a registration, and send or show it; revokes the previous link',
    params: idParams,
    body: z.object({ send: z.enum(['mail', 'sms']).nullish() }),
    response: z.object({ link: z.string(), expires_at: timestamp, sent_to: z.string().nullable() }),
    errors: ['illegal_transition'],
    status: 201,
  }),
  endCompletionLink: route({
    method: 'DELETE',
    path: '/admin/reservations/{id}/completion-link',
    access: can('reservations.update'),
    summary: 'Revoke the link of this reservation',
    params: idParams,
    response: done,
  }),
  readCompletion: route({
    method: 'GET',
    path: '/completion',
    access: token('complete_reservation'),
    summary: 'The open fields of a registration, for the holder of its link',
    response: completionView,
    errors: ['token_expired'],
    limits: [BY_LINK],
  }),
  complete: route({
    method: 'POST',
    path: '/completion',
    access: token('complete_reservation'),
    summary: 'Complete a registration; the link expires once nothing is missing',
    body: completionBody,
    response: completionView,
    errors: [...EDIT_ERRORS, 'token_expired'],
    limits: [BY_LINK],
  }),
}
export type CompletionBody = z.output<typeof completionBody>
