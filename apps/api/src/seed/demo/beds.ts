import { staysOverlap } from '@shiloh/contract/reservations/nights'
import { isLive } from '@shiloh/contract/reservations/states'
import { type Calendar, type Chance, minutesAfter } from './chance.ts'
import type { Row } from './insert.store.ts'
import type { Story } from './story.ts'
import type { Room } from './venues.ts'

interface Occupant {
  readonly bed: number
  readonly check_in: string
  readonly check_out: string
  readonly gender: 'male' | 'female'
  readonly isCouple: boolean
}

/** Returns whether beds of this event are assigned already, or were when it took place. */
const isPlaced = (chance: Chance, { event, status, participants, choice }: Story): boolean => {
  if (choice.stay === null) return false
  if (event.plan.status === 'archived') return participants.some(({ checkedInAt }) => checkedInAt !== null)
  if (!isLive(status) || status === 'pending') return false
  // Families know early where they sleep.
  return event.plan.key === 'conference' && participants.length < 3 ? chance.happens(0.55) : event.plan.key !== 'women'
}

/** Returns free beds of a room for these people, or none if they must not sleep there. */
const bedsIn = (
  room: Room,
  occupants: readonly Occupant[],
  stay: { readonly check_in: string; readonly check_out: string },
  genders: readonly ('male' | 'female')[],
): number[] => {
  const there = occupants.filter((occupant) => staysOverlap(occupant, stay))
  const isCouple = genders.length > 1
  if (room.beds < genders.length || ((isCouple || room.forFamilies) && there.length > 0)) return []
  if (room.forFamilies && !isCouple) return []
  if (there.some((occupant) => occupant.isCouple || occupant.gender !== genders[0])) return []
  const used = there.map(({ bed }) => bed)
  const open = Array.from({ length: room.beds }, (_, index) => index + 1).filter((bed) => !used.includes(bed))
  return open.length < genders.length ? [] : open.slice(0, genders.length)
}

/**
 * Assigns beds, room after room from the ground up: men with men, women with women, couples alone, and a room without
 * stairs for those who need one. Kept rooms stay empty.
 */
export const giveBeds = (
  chance: Chance,
  calendar: Calendar,
  rooms: readonly Room[],
  stories: readonly Story[],
  housekeeperId: string,
): Row<'bed_assignments'>[] => {
  const occupants = new Map<string, Occupant[]>()
  return stories.flatMap((story): Row<'bed_assignments'>[] => {
    const { stay, care } = story.choice
    if (!stay || !isPlaced(chance, story)) return []
    const lodging = story.event.accommodations.find((one) => one.room_category_id === stay.categoryId)
    const nights = { check_in: stay.checkIn, check_out: stay.checkOut }
    const genders = story.participants.map(({ gender }) => gender)
    const isCouple = genders.length > 1
    const needsNoStairs = care.some((one) => one?.medical_conditions.includes('mobility_issue'))
    const fitting = rooms.filter(
      (room) =>
        !room.isSetApart &&
        room.centreId === story.event.centreId &&
        room.categoryId === stay.categoryId &&
        lodging?.blockIds.includes(room.blockId) &&
        (!needsNoStairs || room.isEasy),
    )
    for (const room of fitting) {
      const known = occupants.get(room.id) ?? []
      const beds = bedsIn(room, known, nights, genders)
      if (beds.length === 0) continue
      const taken = beds.flatMap((bed, index): Occupant[] => {
        const gender = genders[index]
        return gender ? [{ bed, ...nights, gender, isCouple }] : []
      })
      occupants.set(room.id, [...known, ...taken])
      const isOver = story.event.plan.status === 'archived'
      const at = isOver ? calendar.at(story.event.plan.firstDay - 1, '15:00') : minutesAfter(story.updatedAt, 1)
      return story.participants.flatMap((participant, index) => {
        const bed = beds[index]
        return bed === undefined
          ? []
          : [
              {
                id: chance.id(at),
                room_id: room.id,
                bed,
                nights: `[${stay.checkIn},${stay.checkOut})`,
                reservation_id: story.id,
                participant_id: participant.id,
                pinned: isCouple && chance.happens(0.2),
                assigned_by: housekeeperId,
                created_at: at,
                released_at: isOver ? story.updatedAt : null,
              },
            ]
      })
    }
    return []
  })
}

/** The part of the people who already know their room: the office publishes rooms now and then. */
const TOLD = 0.85

/** Writes down who knows where they sleep: most people. The others wait for the next publication. */
export const tellRooms = (
  chance: Chance,
  beds: readonly Row<'bed_assignments'>[],
  stories: readonly Story[],
): Row<'known_rooms'>[] => {
  const eventOf = new Map(stories.map(({ id, event }) => [id, event.plan]))
  const told = new Map<string, boolean>()
  return beds.flatMap(({ participant_id, reservation_id, room_id, created_at = null }) => {
    const isFuture = eventOf.get(reservation_id)?.key === 'conference'
    // A couple hears of its room together.
    const isTold = told.get(reservation_id) ?? (!isFuture || chance.happens(TOLD))
    told.set(reservation_id, isTold)
    return isTold ? [{ participant_id, room_id, known_since: created_at ?? '' }] : []
  })
}
