import { z } from 'zod'
import { can, day, id, idParams, route, timestamp } from '../core.ts'
import { BED_REASONS } from '../reservations/beds.ts'

/** Plans of who sleeps where: proposed by a run, looked at, then accepted as a whole or in parts, and taken back. */

export const PLAN_STATES = ['running', 'proposed', 'confirmed', 'undone', 'discarded', 'failed'] as const
export type PlanState = (typeof PLAN_STATES)[number]

/** `there` and `elsewhere`: proposed, and somebody gave the person this very bed meanwhile, or another. There is nothing to accept. */
export const PLACE_STATES = ['proposed', 'there', 'elsewhere', 'accepted', 'undone', 'left'] as const

const weight = z.int().min(0).max(5)
/** What counts more, each from 0 (not at all) to 5. */
export const planWeights = z.object({
  /** Room-mates who both wish for each other in one room. */
  wishes: weight.default(5),
  /** Quiet and low rooms for people who need rest, where there are any. */
  needs: weight.default(4),
  /** People of a district in one room, else in one block. */
  district: weight.default(3),
  /** People of a language in one room. */
  language: weight.default(2),
  /** Rooms that were begun are filled before others are opened. */
  fill: weight.default(3),
  /** Where beds are scarce, those who paid first have them. */
  paid: weight.default(1),
})
export type PlanWeights = z.output<typeof planWeights>
export const PLAN_WEIGHTS = [
  'wishes',
  'needs',
  'district',
  'language',
  'fill',
  'paid',
] as const satisfies (keyof PlanWeights)[]

/** Why somebody is in this room. */
export const PLACE_REASONS = [
  'couple',
  'family',
  'joins_family',
  'guardian',
  'wish',
  /** Both asked for one room, and have two, or one of them has none. */
  'wish_missed',
  'ground_floor',
  'quiet',
  'kept',
  'district_room',
  'district_block',
  'language',
  'fills',
  'first',
] as const

/** Why somebody has no bed in a plan. */
export const LEFT_REASONS = [
  'full',
  'no_rooms',
  'too_big',
  'family_apart',
  'ground_floor',
  'kept',
  'gender_unknown',
  'children',
  /** The rooms with a free bed hold somebody with whom they must not share. Only for readers of welfare. */
  'apart',
  /** What others read instead of `apart`. */
  'unsuitable',
  'room_gone',
  'check',
] as const

const figures = z.object({
  people: z.int(),
  placed: z.int(),
  /** More than this cannot be placed by any plan. Null: it is not known. */
  bound: z.int().nullable(),
  /** Wishes for room-mates, and how many of them are fulfilled. */
  wishes: z.int(),
  wishes_kept: z.int(),
  districts: z.int(),
  districts_together: z.int(),
  /** Rules that the second check found broken. */
  broken: z.int(),
})

const planBrief = z.object({
  _id: id,
  number: z.int(),
  state: z.enum(PLAN_STATES),
  created_at: timestamp,
  created_by: z.string().nullable(),
  figures: figures.nullable(),
})
export type PlanBrief = z.output<typeof planBrief>

const leftGroup = z.object({
  code: z.enum(LEFT_REASONS),
  room_category: z.string(),
  persons: z.array(z.object({ participant_id: id, reservation_id: id, name: z.string() })),
  /** Of `full`: who, and the first night without a bed. */
  sort: z.enum(['male', 'female', 'family', 'unknown']).nullable(),
  night: day.nullable(),
  /** Of `ground_floor` the beds there are without stairs; of `too_big` the most beds of a room. */
  beds: z.int().nullable(),
  /** Of `ground_floor`: beds that people have who did not ask for them. Of `too_big`: persons of the party. */
  others: z.int().nullable(),
  /** Of `full`: beds of other categories that are free. */
  elsewhere: z.array(z.object({ room_category_id: id, room_category: z.string(), beds: z.int() })),
  /** Of `ground_floor`: those people, as the plan stands now, with their rooms; the first hundred. */
  holders: z.array(z.object({ participant_id: id, reservation_id: id, name: z.string(), room: z.string() })),
})
export type LeftGroup = z.output<typeof leftGroup>

export const roomPlan = planBrief.extend({
  event: z.object({ _id: id, name: z.string() }),
  weights: planWeights,
  seed: z.int(),
  /** The activity that shows progress and stops the run. Null once the run is over. */
  activity_id: id.nullable(),
  /** The first digits of the hash of what the run was given. */
  input: z.string().nullable(),
  blocks: z.array(
    z.object({
      event_block_id: id,
      block: z.string(),
      rooms: z.int(),
      /** Without those who have the proposed bed already. */
      proposed: z.int(),
      /** Persons who have the proposed bed without this plan. */
      there: z.int(),
      /** Persons who have another bed than the proposed one. */
      elsewhere: z.int(),
      accepted: z.int(),
      /** Of the accepted: persons who have the bed as the plan gave it, and are not in the house. */
      undoable: z.int(),
      /** Of these: persons who know this room of theirs already. */
      told: z.int(),
      undone: z.int(),
      /** Rows whose last accepting or undoing was refused. */
      refused: z.int(),
    }),
  ),
  left: z.array(leftGroup),
})
export type RoomPlan = z.output<typeof roomPlan>

const planPlace = z.object({
  participant_id: id,
  reservation_id: id,
  name: z.string(),
  type: z.string(),
  room_id: id,
  room: z.string(),
  bed: z.int(),
  state: z.enum(PLACE_STATES),
  /** The block and room of the bed that they have now. */
  now_in: z.string().nullable(),
  /** The bed can be taken back. */
  undoable: z.boolean(),
  /** Why accepting or undoing was refused, in the reader's language. */
  refusal: z.string().nullable(),
  /** What makes the room impossible. */
  refusal_reasons: z.array(z.enum(BED_REASONS)),
  reasons: z.array(
    z.object({
      code: z.enum(PLACE_REASONS),
      /** People, a title or a district, as the code says. */
      names: z.array(z.string()),
    }),
  ),
})
export type PlanPlace = z.output<typeof planPlace>

/** The most rows of one page. */
export const PLAN_PAGE = 100

/** Which rows: of a block, of these persons, or all; in each case without the exceptions. */
const chosen = z
  .strictObject({
    event_block_id: id.optional(),
    participant_ids: z.array(id).min(1).max(500).optional(),
    except_participant_ids: z.array(id).max(500).optional(),
    /** When beds are taken back: without persons who know their room already. */
    except_told: z.boolean().optional(),
  })
  .refine(({ event_block_id, participant_ids }) => event_block_id === undefined || participant_ids === undefined, {
    path: ['participant_ids'],
    error: 'unsupported',
  })
export type ChosenPlaces = z.output<typeof chosen>

const done = z.object({ changed: z.int(), refused: z.int() })

export const planRoutes = {
  proposeRooms: route({
    method: 'POST',
    path: '/admin/reservations/{event_id}/room-plans',
    access: can('reservations.assign_rooms'),
    summary: 'Start a run that proposes rooms for everybody at an event who has nights and no bed',
    params: z.object({ event_id: id }),
    body: z.object({
      weights: planWeights,
      /** The same input, weights and seed give the same plan. */
      seed: z.int().min(0).max(1_000_000).default(1),
    }),
    response: z.object({ _id: id, activity_id: id }),
    errors: ['plan_under_way', 'not_found'],
  }),
  listRoomPlans: route({
    method: 'GET',
    path: '/admin/reservations/{event_id}/room-plans',
    access: can('reservations.assign_rooms'),
    summary: 'The last plans of rooms of an event, the newest first',
    params: z.object({ event_id: id }),
    response: z.array(planBrief),
  }),
  readRoomPlan: route({
    method: 'GET',
    path: '/admin/room-plans/{id}',
    access: can('reservations.assign_rooms'),
    summary: 'A plan of rooms: its figures, its blocks, and who is left without a bed and why',
    params: idParams,
    response: roomPlan,
  }),
  listPlanPlaces: route({
    method: 'GET',
    path: '/admin/room-plans/{id}/places',
    access: can('reservations.assign_rooms'),
    summary: 'Who sleeps where in a plan, and why, by room',
    params: idParams,
    query: z.object({ event_block_id: id, page: z.coerce.number().int().min(1).max(10_000).default(1) }),
    response: z.object({ rows: z.array(planPlace), total: z.int() }),
  }),
  acceptRoomPlan: route({
    method: 'PUT',
    path: '/admin/room-plans/{id}/accept',
    access: can('reservations.assign_rooms'),
    summary:
      'Give people the beds of a plan, in one transaction. Where somebody else was faster, only that row is refused and stays in the plan',
    params: idParams,
    body: chosen,
    response: done,
    errors: ['illegal_transition', 'room_taken', 'room_unsuitable'],
  }),
  undoRoomPlan: route({
    method: 'PUT',
    path: '/admin/room-plans/{id}/undo',
    access: can('reservations.assign_rooms'),
    summary: 'Take back the beds of a plan that nobody has touched since',
    params: idParams,
    body: chosen,
    response: done,
    errors: ['illegal_transition', 'room_taken'],
  }),
  discardRoomPlan: route({
    method: 'PUT',
    path: '/admin/room-plans/{id}/discard',
    access: can('reservations.assign_rooms'),
    summary: 'Put a plan aside of which nothing is accepted, or nothing any more',
    params: idParams,
    body: z.object({}),
    response: done,
    errors: ['illegal_transition'],
  }),
} as const
