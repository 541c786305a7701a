import { z } from 'zod'
import { can, done, id, idParams, line, route, signedIn, timestamp } from '../core.ts'

/**
 * Couples that the office links. Without the reason of a named administrator both people have to agree, because a link
 * lets each of them reserve for the other.
 */

/** Days until a request of the office expires. */
export const REQUEST_DAYS = 30

const person = z.object({ _id: id, name: z.string() })

const spouseRequest = z.object({
  _id: id,
  /** The person on whose page it is, and whom they are asked about. */
  user: person.extend({ agreed: z.boolean() }),
  other: person.extend({ agreed: z.boolean() }),
  /** Null if the account is gone. */
  asked_by: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
})
export type SpouseRequest = z.output<typeof spouseRequest>

const couple = z.object({
  other_id: id,
  /** Who of the spouse list of the first is meant. Otherwise the one with that name, or a new one. */
  spouse_id: id.optional(),
})

const members = signedIn('user')

export const officeLinkRoutes = {
  listSpouseRequests: route({
    method: 'GET',
    path: '/admin/users/{id}/spouse-requests',
    access: can('users.read'),
    summary: 'Open requests of the office to link this person with their spouse',
    params: idParams,
    response: z.array(spouseRequest),
  }),
  askSpouses: route({
    method: 'POST',
    path: '/admin/users/{id}/spouse-requests',
    access: can('users.update'),
    summary: 'Ask two people whether they are a couple; their accounts are linked when both have agreed',
    params: idParams,
    body: couple,
    response: spouseRequest,
    errors: ['already_linked', 'already_asked'],
    status: 201,
  }),
  withdrawSpouseRequest: route({
    method: 'DELETE',
    path: '/admin/users/{id}/spouse-requests/{request_id}',
    access: can('users.update'),
    summary: 'Withdraw an open request',
    params: idParams.extend({ request_id: id }),
    response: done,
  }),
  linkSpouses: route({
    method: 'POST',
    path: '/admin/users/{id}/spouse-link',
    access: can('users.update'),
    summary:
      'Link two people without asking them, for a reason that is kept with the name of the administrator; rejected while either has two places at one event',
    params: idParams,
    body: couple.extend({ reason: line(300) }),
    response: done,
    errors: ['already_linked', 'reserved_twice'],
  }),
  unlinkSpouses: route({
    method: 'DELETE',
    path: '/admin/users/{id}/spouse-link/{other_id}',
    access: can('users.update'),
    summary: 'Remove the link of two people from both spouse lists; joint reservations stay',
    params: idParams.extend({ other_id: id }),
    response: done,
  }),

  listOwnSpouseRequests: route({
    method: 'GET',
    path: '/auth/spouse-requests',
    access: members,
    summary: 'Requests of the office to link the own account with a spouse',
    response: z.array(
      z.object({
        _id: id,
        /** Whom the office asks about. */
        name: z.string(),
        /** Whether the caller has agreed, and the other has not yet. */
        agreed: z.boolean(),
        created_at: timestamp,
        expires_at: timestamp,
      }),
    ),
  }),
  agreeToSpouseRequest: route({
    method: 'POST',
    path: '/auth/spouse-requests/{id}/agree',
    access: members,
    summary: 'Agree to be linked; when both have agreed, they are. Rejected while either has two places at one event',
    params: idParams,
    response: z.object({ linked: z.boolean() }),
    errors: ['already_linked', 'reserved_twice'],
  }),
  declineSpouseRequest: route({
    method: 'POST',
    path: '/auth/spouse-requests/{id}/decline',
    access: members,
    summary: 'Decline to be linked; the office sees that the request has ended',
    params: idParams,
    response: done,
  }),
}
