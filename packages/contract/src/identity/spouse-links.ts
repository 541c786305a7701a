import { z } from 'zod'
import { done, email, id, idParams, line, route, signedIn, timestamp } from '../core.ts'
import { spouse } from './identity.ts'

/**
 * Linking a person of the spouse list to their account. The response to an invitation is the same whether or not such
 * an account exists. Only that account can complete the link.
 */

/** Days until an invitation expires. */
export const INVITATION_DAYS = 30

const members = signedIn('user')

export const spouseInvitation = z.object({
  _id: id,
  /** The person who sent the invitation. */
  name: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
})
export type SpouseInvitation = z.output<typeof spouseInvitation>

export const spouseLinkRoutes = {
  inviteSpouse: route({
    method: 'POST',
    path: '/auth/ministers-wife/{id}/invitation',
    access: members,
    summary:
      'Invite the account with this e-mail address or phone to be linked to a person of the spouse list; the response is the same if there is none',
    params: idParams,
    body: z
      .object({ email: email.optional(), phone: line(40).optional() })
      .refine((body) => (body.email === undefined) !== (body.phone === undefined), {
        path: ['email'],
        error: 'required',
      }),
    response: spouse,
    errors: ['already_linked', 'too_many_requests'],
    limits: [{ points: 10, seconds: 86_400, by: 'caller' }],
  }),
  withdrawSpouseInvitation: route({
    method: 'DELETE',
    path: '/auth/ministers-wife/{id}/invitation',
    access: members,
    summary: 'Withdraw an unanswered invitation',
    params: idParams,
    response: spouse,
  }),
  unlinkSpouse: route({
    method: 'DELETE',
    path: '/auth/ministers-wife/{id}/link',
    access: members,
    summary: 'Remove the link to an account from both lists; joint reservations stay',
    params: idParams,
    response: spouse,
  }),
  listSpouseInvitations: route({
    method: 'GET',
    path: '/auth/spouse-invitations',
    access: members,
    summary: 'List the invitations to link this account, sent to its confirmed address or phone',
    response: z.array(spouseInvitation),
  }),
  acceptSpouseInvitation: route({
    method: 'POST',
    path: '/auth/spouse-invitations/{id}/accept',
    access: members,
    summary:
      'Accept an invitation; its sender is added to the own spouse list, as the person of `spouse_id` or as a new one. Rejected while either has two places at one event',
    params: idParams,
    body: z.object({ spouse_id: id.optional() }),
    response: z.object({ spouse }),
    errors: ['already_linked', 'reserved_twice'],
  }),
  declineSpouseInvitation: route({
    method: 'POST',
    path: '/auth/spouse-invitations/{id}/decline',
    access: members,
    summary: 'Decline an invitation; its sender is not notified',
    params: idParams,
    response: done,
  }),
}
