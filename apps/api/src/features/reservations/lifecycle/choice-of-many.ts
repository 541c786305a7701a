import type { EditBody, Wish } from '@shiloh/contract/reservations/wish'
import { z } from 'zod'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { ReadWork, Work } from '#platform/jobs/work'
import { findGuests } from '../beds/beds.store.ts'
import { findChosenPrice, findPendingChange, findStanding } from '../read/records.store.ts'
import { edit } from './change.ts'
import { lockForChange } from './transitions.ts'

/** What the office sets of many reservations at once. Absent: it stays. */
interface Choice {
  readonly participant_type_id?: string | undefined
  readonly room_category_id?: string | undefined
}

const MAIN = 'main'

/** What `changeChoice` changes of a reservation, as it is kept for undo: types and rooms by person. */
export const keptChoice = z
  .object({
    types: z.record(z.string(), z.string()),
    room_category_id: z.string().nullable(),
    rooms: z.record(z.string(), z.string()),
  })
  .partial()

/** Returns what was chosen: of a change that waits for its payment, if there is one. @throws not_found */
const chosenOf = async ({ db }: ReadWork, id: string): Promise<Wish> => {
  const sql = sqlIn(db)
  return (await findPendingChange(sql, id))?.wish ?? (await findStanding(sql, id)).wish
}

/** Returns the values that `changeChoice` can change. @throws not_found */
export const choiceValues = async (work: ReadWork, id: string): Promise<z.output<typeof keptChoice>> => {
  const { participants, accommodation } = await chosenOf(work, id)
  const guests = await findGuests(sqlIn(work.db), id)
  return {
    types: Object.fromEntries(
      participants.map(({ role, person_id, participant_type_id }) => [
        role === 'main' ? MAIN : (person_id ?? ''),
        participant_type_id,
      ]),
    ),
    room_category_id: accommodation?.room_category_id ?? null,
    rooms: Object.fromEntries(
      guests.flatMap(({ participantId, place }) => (place ? [[participantId, place.roomId]] : [])),
    ),
  }
}

/** Returns what a reservation costs, with a change that waits for its payment. @throws not_found */
export const chosenPrice = ({ db }: ReadWork, id: string) => findChosenPrice(sqlIn(db), id)

const editByStaff = async (
  work: Work,
  id: string,
  patch: EditBody,
  actorId: string,
  rooms?: ReadonlyMap<string, string>,
): Promise<boolean> => {
  const before = await choiceValues(work, id)
  const by = { actor: 'staff', actorId } as const
  if (!(await edit(work, { id, patch, asker: 'staff', by, ...(rooms && { rooms }) }))) return false
  const after = await choiceValues(work, id)
  work.audit({ action: 'edit', resource: 'reservations', objectId: id, before, after })
  return true
}

/**
 * Sets the type of the main person, with a spouse of the same type, or the category, for the nights that were chosen.
 * Otherwise like an edit of the one reservation by staff. What is already so stays without a message. Returns whether anything changed.
 *
 * @throws no_stay, and what `edit` throws
 */
export const changeChoice = async (work: Work, id: string, change: Choice, actorId: string): Promise<boolean> => {
  await lockForChange(sqlIn(work.tx), work.deps, id, work.now)
  const { participants, accommodation } = await chosenOf(work, id)
  const type = participants.find(({ role }) => role === 'main')?.participant_type_id
  const { participant_type_id, room_category_id } = change
  const toType = participant_type_id !== type && participant_type_id !== undefined
  if (room_category_id !== undefined && !accommodation) throw new AppError('no_stay')
  const toCategory = room_category_id !== undefined && room_category_id !== accommodation?.room_category_id
  if (!toType && !toCategory) return false
  return editByStaff(
    work,
    id,
    {
      ...(toType && { participant_type_id }),
      ...(toCategory && accommodation && { accommodation: { ...accommodation, room_category_id, room_id: null } }),
    },
    actorId,
  )
}

/**
 * Sets back what `changeChoice` changed: everybody's type, the category, and the rooms that were lost with it.
 *
 * @throws room_taken, and what `edit` throws; illegal_transition if it would wait for a payment, without its room
 */
export const restoreChoice = async (
  work: Work,
  id: string,
  before: z.output<typeof keptChoice>,
  actorId: string,
): Promise<void> => {
  await lockForChange(sqlIn(work.tx), work.deps, id, work.now)
  const waited = await findPendingChange(sqlIn(work.db), id)
  const { participants, accommodation } = await chosenOf(work, id)
  const { types, room_category_id, rooms } = before
  await editByStaff(
    work,
    id,
    {
      ...(types && {
        participants: participants.map((person) => ({
          ...person,
          participant_type_id:
            types[person.role === 'main' ? MAIN : (person.person_id ?? '')] ?? person.participant_type_id,
        })),
      }),
      ...(room_category_id &&
        accommodation && { accommodation: { ...accommodation, room_category_id, room_id: null } }),
    },
    actorId,
    rooms && new Map(Object.entries(rooms)),
  )
  // A price that is not paid any more holds the change back: that is no undo.
  if (!waited && (await findPendingChange(sqlIn(work.db), id))) throw new AppError('illegal_transition')
}
