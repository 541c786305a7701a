import { z } from 'zod'
import { can, done, id, idParams, route, signedIn, timestamp } from '../core.ts'
import { mateName } from './wish.ts'

/**
 * Room-mates: a person names another by phone, code or link, and it counts when the other accepts. People who must not
 * share a room are written down by staff with the welfare permission, and shown to nobody else.
 */

export const MATE_STATES = ['asked', 'accepted', 'declined', 'withdrawn'] as const
export const MATE_WAYS = ['phone', 'code', 'link', 'staff'] as const

/** Why two people who wish for it cannot share a room. */
export const MATE_OBSTACLES = [
  /** Both are the same reservation. */
  'oneself',
  /** One of the reservations has no nights, or has ended. */
  'no_stay',
  'category',
  /** Their nights do not meet. */
  'nights',
  'gender',
  /** One of the reservations is a family, which has a room of its own. */
  'family',
  /** More people wish for each other than the largest room has beds. */
  'too_many',
] as const
export type MateObstacle = (typeof MATE_OBSTACLES)[number]

const mate = z.object({
  _id: id,
  state: z.enum(MATE_STATES),
  way: z.enum(MATE_WAYS),
  /** Whether this reservation asked. */
  asked_by_us: z.boolean(),
  /** The phone or code that was typed, to those who typed it. The phone of somebody who was erased is gone. */
  typed: z.string().nullable(),
  /** The other person. To those who asked, only after they accepted. */
  name: z.string().nullable(),
  /** The reservation of the other person is cancelled or has expired, or the person whom the phone named is erased. */
  is_gone: z.boolean(),
  asked_at: timestamp,
  obstacles: z.array(z.enum(MATE_OBSTACLES)),
})
export type Mate = z.output<typeof mate>

export const roomMates = z.object({
  /** Beds of the largest room of the category. Null: the reservation has no nights, or is a family with a room of its own. */
  most: z.int().nullable(),
  mates: z.array(mate),
})

/** It holds between the people: `name` and `code` are of the reservation that the other one has now. */
const apart = z.object({
  _id: id,
  name: z.string(),
  code: z.string(),
  created_at: timestamp,
  /** The other person has no reservation now. It holds again when they reserve. */
  is_gone: z.boolean(),
  /** They sleep in one room in a common night: somebody has to move one of them. */
  together: z.boolean(),
})

const code = z.string().trim().min(4).max(30)
const mateParams = z.object({ id, wish_id: id })

export const roomMateRoutes = {
  listRoomMates: route({
    method: 'GET',
    path: '/user/reservations/{id}/room-mates',
    access: signedIn('user'),
    summary: 'Whom the caller wishes to share a room with, and who wishes it with them',
    params: idParams,
    response: roomMates,
  }),
  askRoomMate: route({
    method: 'POST',
    path: '/user/reservations/{id}/room-mates',
    access: signedIn('user'),
    summary:
      'Ask somebody to share a room, by phone, by the code of their reservation, or with a link. The answer is the same whether or not there is such a person',
    params: idParams,
    body: z
      .object(mateName)
      .refine((body) => body.phone === undefined || body.code === undefined, { path: ['code'], error: 'unsupported' }),
    response: z.object({
      /** For a wish without a phone and a code: the address to send. It is shown only once. */
      link: z.string().nullable(),
    }),
    errors: ['no_stay', 'too_many_wishes', 'wish_impossible', 'illegal_transition', 'not_found'],
    limits: [{ points: 20, seconds: 3600, by: 'caller' }],
  }),
  answerRoomMate: route({
    method: 'PUT',
    path: '/user/reservations/{id}/room-mates/{wish_id}',
    access: signedIn('user'),
    summary: 'Accept or decline a wish, or withdraw from one',
    params: mateParams,
    body: z.object({ state: z.enum(['accepted', 'declined', 'withdrawn']) }),
    response: roomMates,
    errors: ['wish_impossible', 'illegal_transition', 'not_found'],
  }),
  readRoomMateLink: route({
    method: 'POST',
    path: '/user/room-mates/link',
    access: signedIn('user'),
    summary: 'Who asks with a link, for which event, and the reservation of the caller that can accept',
    params: z.object({}),
    body: z.object({ token: z.string().min(20).max(100) }),
    response: z.object({
      name: z.string(),
      event: z.object({ _id: id, name: z.string(), slug: z.string() }),
      wish_id: id,
      /** Null: the caller has no reservation at this event. */
      reservation_id: id.nullable(),
    }),
    errors: ['token_expired'],
    limits: [{ points: 30, seconds: 3600, by: 'caller' }],
  }),
  acceptRoomMateLink: route({
    method: 'PUT',
    path: '/user/room-mates/link',
    access: signedIn('user'),
    summary: 'Accept a wish that came with a link',
    params: z.object({}),
    body: z.object({ token: z.string().min(20).max(100) }),
    response: z.object({ reservation_id: id }),
    errors: ['wish_impossible', 'token_expired', 'not_found'],
  }),
  readMatesOf: route({
    method: 'GET',
    path: '/admin/reservations/{id}/room-mates',
    access: can('reservations.assign_rooms'),
    summary: 'The room-mates that a reservation wishes for',
    params: idParams,
    response: roomMates,
  }),
  joinRoomMates: route({
    method: 'POST',
    path: '/admin/reservations/{id}/room-mates',
    access: can('reservations.assign_rooms'),
    summary: 'Write down that two reservations of an event wish to share a room, as both told the office',
    params: idParams,
    body: z.object({ code }),
    response: roomMates,
    errors: ['wish_impossible', 'not_found', 'no_stay', 'illegal_transition'],
  }),
  removeRoomMate: route({
    method: 'DELETE',
    path: '/admin/reservations/{id}/room-mates/{wish_id}',
    access: can('reservations.assign_rooms'),
    summary: 'Withdraw a wish for a room-mate',
    params: mateParams,
    response: roomMates,
    errors: ['not_found', 'illegal_transition'],
  }),
  listKeptApart: route({
    method: 'GET',
    path: '/admin/reservations/{id}/kept-apart',
    access: can('welfare.read'),
    summary: 'With whom the people of a reservation must not share a room',
    params: idParams,
    response: z.array(apart),
  }),
  keepApart: route({
    method: 'POST',
    path: '/admin/reservations/{id}/kept-apart',
    access: can('welfare.update'),
    summary:
      'Write down that the main persons of two reservations of an event, or of two events of one center, must not share a room',
    params: idParams,
    body: z.object({ code }),
    response: z.array(apart),
    errors: ['not_found'],
  }),
  endKeptApart: route({
    method: 'DELETE',
    path: '/admin/reservations/{id}/kept-apart/{apart_id}',
    access: can('welfare.update'),
    summary: 'Allow two people to share a room again',
    params: z.object({ id, apart_id: id }),
    response: done,
    errors: ['not_found'],
  }),
} as const
