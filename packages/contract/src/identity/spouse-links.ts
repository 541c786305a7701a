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
      'Ask the account with this e-mail address or phone to be linked to a person of the spouse list; the answer is the same if there is none',
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
    summary: 'Take back an invitation that was not answered',
    params: idParams,
    response: spouse,
  }),
  unlinkSpouse: route({
    method: 'DELETE',
    path: '/auth/ministers-wife/{id}/link',
    access: members,
    summary: 'End the link to an account, on both lists; places that were reserved together stay',
    params: idParams,
    response: spouse,
  }),
  listSpouseInvitations: route({
    method: 'GET',
    path: '/auth/spouse-invitations',
    access: members,
    summary: 'Who asks to be linked to this account, by its confirmed address or phone',
    response: z.array(spouseInvitation),
  }),
  acceptSpouseInvitation: route({
    method: 'POST',
    path: '/auth/spouse-invitations/{id}/accept',
    access: members,
    summary:
      'Confirm; the person who asked then is on the own spouse list too: as the person named by `spouse_id`, or as a new one. Refused while one of the two has two places at an event',
    params: idParams,
    body: z.object({ spouse_id: id.optional() }),
    response: z.object({ spouse }),
    errors: ['already_linked', 'reserved_twice'],
  }),
  declineSpouseInvitation: route({
    method: 'POST',
    path: '/auth/spouse-invitations/{id}/decline',
    access: members,
    summary: 'Decline; whoever asked is not told',
    params: idParams,
    response: done,
  }),
}
