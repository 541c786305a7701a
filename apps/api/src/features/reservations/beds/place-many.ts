import { dayIn } from '@shiloh/contract/text/zone'
import type { Hidden } from '#platform/auth/denied'
import { runWrites, sqlIn } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { resolveAlerts } from '#platform/messaging/alerts.store'
import { releaseBeds, savingBeds } from '../booking/claims.store.ts'
import { lockRooms } from '../booking/snapshot.sql.ts'
import { announce } from '../lifecycle/announce.ts'
import { lockReservations } from '../lifecycle/transitions.store.ts'
import { lockEvent } from '../lifecycle/transitions.ts'
import { findAssigners, findGuestsOf, findPersonsNamed, findStays, type Guest, type HiddenHere } from './beds.store.ts'
import {
  type Asked,
  changedPlaces,
  type Party,
  type PlaceAnswer,
  type PlacePlan,
  planPlaces,
} from './place-many.rules.ts'

/** Reservations whose beds can be assigned. */
const ASSIGNABLE: readonly string[] = ['active', 'redeemed']

/** A row of a request: a person, or all persons of a reservation, and the room where they are to sleep. */
export interface PlaceRow {
  readonly participantId?: string | undefined
  readonly reservationId?: string | undefined
  /** Null: they lose their bed and wait for another. */
  readonly roomId: string | null
  /** Only for one person. Omitted: the current one, or the first that is free. */
  readonly bed?: number | undefined
  readonly pinned?: boolean | undefined
  /** Where the person was when this was asked, for one person. Anything else is answered `stale`. */
  readonly expected?: { readonly roomId: string; readonly bed: number } | null | undefined
}

export interface PlacedRow {
  readonly answer: PlaceAnswer
  /** The persons of the row with their beds now, also of a refused one. Empty for an unknown row. */
  readonly guests: readonly (Guest & { readonly reservationId: string })[]
  /** Of a row that somebody else was faster for: who assigned the bed that the person has now. */
  readonly by: string | null
}

export interface Placing {
  readonly eventId: string
  readonly actorId: string
  /** Leaves children alone in a room. The reason is kept in the audit trail. */
  readonly force?: boolean | undefined
  readonly reason?: string | undefined
  readonly hidden?: Hidden | undefined
}

const hiddenHere = (hidden: Hidden | undefined): Pick<HiddenHere, 'reservations' | 'people'> => ({
  reservations: [...(hidden?.own ?? []), ...(hidden?.reservations ?? [])],
  people: hidden?.people ?? [],
})

/** Returns the ids of the reservations that rows name, without those of another event or hidden from the caller. */
const findNamed = (
  work: Work,
  rows: readonly Pick<PlaceRow, 'participantId' | 'reservationId'>[],
  of: Pick<Placing, 'eventId' | 'hidden'>,
) =>
  findPersonsNamed(
    sqlIn(work.tx),
    of.eventId,
    {
      participantIds: rows.flatMap(({ participantId }) => participantId ?? []),
      reservationIds: rows.flatMap(({ reservationId }) => reservationId ?? []),
    },
    hiddenHere(of.hidden),
  )

/**
 * Locks the quotas of an event and the reservations that rows name, in the global order, before something of them is
 * changed together with beds. Expires overdue holds first. Returns the ids of the reservations.
 */
export const lockRows = async (
  work: Work,
  rows: readonly Pick<PlaceRow, 'participantId' | 'reservationId'>[],
  of: Pick<Placing, 'eventId' | 'hidden'>,
): Promise<ReadonlySet<string>> => {
  const sql = sqlIn(work.tx)
  await lockEvent(sql, work.deps, of.eventId, work.now)
  const ids = new Set((await findNamed(work, rows, of)).map(({ reservationId }) => reservationId))
  await lockReservations(sql, [...ids])
  return ids
}

interface Question extends Asked {
  /** The rows that it answers. */
  readonly rows: readonly number[]
}

/** Joins the rows of one reservation that have the same room: a couple moves together or not at all. */
const questionsOf = (
  rows: readonly PlaceRow[],
  named: readonly { readonly participantId: string; readonly reservationId: string }[],
): Question[] => {
  const seen = new Set<string>()
  const byPerson = Map.groupBy(named, ({ participantId }) => participantId)
  const byReservation = Map.groupBy(named, ({ reservationId }) => reservationId)
  const groups = new Map<string, { -readonly [K in keyof Question]: Question[K] }>()
  for (const [index, row] of rows.entries()) {
    const people = [
      ...new Set([
        ...(byPerson.get(row.participantId ?? '') ?? []),
        ...(byReservation.get(row.reservationId ?? '') ?? []),
      ]),
    ].filter(({ participantId }) => !seen.has(participantId))
    const [first] = people
    if (!first) continue
    for (const { participantId } of people) seen.add(participantId)
    const key = [first.reservationId, row.roomId, row.pinned].join(' ')
    const group = groups.get(key)
    groups.set(key, {
      reservationId: first.reservationId,
      roomId: row.roomId,
      pinned: row.pinned,
      people: [
        ...(group?.people ?? []),
        ...people.map(({ participantId }) => ({ participantId, bed: row.bed, expected: row.expected })),
      ],
      rows: [...(group?.rows ?? []), index],
    })
  }
  return [...groups.values()]
}

/** Writes down where people sleep now. The exclusion constraints of the database are the last guard. */
const save = async (work: Work, plan: PlacePlan, before: ReadonlyMap<string, Party>, { actorId, reason }: Placing) => {
  const sql = sqlIn(work.tx)
  const moved = [...plan.after].flatMap(([reservationId, guests]) =>
    changedPlaces(before.get(reservationId)?.guests ?? [], guests).map((guest) => ({ ...guest, reservationId })),
  )
  await releaseBeds(
    sql,
    moved.map(({ participantId }) => participantId),
    work.now,
    reason,
  )
  await runWrites(
    sql,
    savingBeds(
      moved.flatMap(({ reservationId, participantId, place }) =>
        place
          ? [
              {
                roomId: place.roomId,
                bed: place.bed,
                checkIn: place.check_in,
                checkOut: place.check_out,
                pinned: place.pinned,
                assignedBy: actorId,
                reservationId,
                participantId,
              },
            ]
          : [],
      ),
      work.now,
    ),
  )
  return moved
}

const placesOf = (guests: readonly Guest[]) =>
  guests.map(({ participantId, place }) => ({
    participant_id: participantId,
    room: place && `${place.block} ${place.room}`,
    bed: place?.bed ?? null,
  }))

/**
 * Places, moves and unassigns people of one event in one transaction. Each row is answered on its own, in order; the
 * rows of one reservation with the same room stand or fall together. Locks the reservations, then every room that is
 * entered or left, each in id order: a caller that needs quotas has locked them before. People are not told: they hear
 * of their room when the office says so.
 *
 * @throws room_taken when a bed was taken past the locks: nothing is placed then
 */
export const placeMany = async (work: Work, rows: readonly PlaceRow[], placing: Placing): Promise<PlacedRow[]> => {
  const sql = sqlIn(work.tx)
  const named = await findNamed(work, rows, placing)
  const questions = questionsOf(rows, named)
  const ids = [...new Set(questions.map(({ reservationId }) => reservationId))]
  const held = new Map((await lockReservations(sql, ids)).map((one) => [one.id, one]))
  const stays = new Map(
    [...(await findStays(sql, ids))].map(([id, stay]) => [id, { ...stay, today: dayIn(work.now, stay.timeZone) }]),
  )
  const known = Map.groupBy(await findGuestsOf(sql, ids), ({ reservationId }) => reservationId)
  const parties = new Map(
    [...held.values()].map(({ id, status }): [string, Party] => [
      id,
      { id, assignable: ASSIGNABLE.includes(status), stay: stays.get(id), guests: known.get(id) ?? [] },
    ]),
  )
  const rooms = await lockRooms(
    sql,
    [
      ...new Set([
        ...questions.flatMap(({ roomId }) => roomId ?? []),
        ...[...known.values()].flat().flatMap(({ place }) => place?.roomId ?? []),
      ]),
    ],
    work.now,
  )
  const plan = planPlaces(parties, rooms, questions, { force: placing.force ?? false })
  const moved = await save(work, plan, parties, placing)

  const touched = [...new Set(moved.map(({ reservationId }) => reservationId))]
  const isHoused = (id: string) => plan.after.get(id)?.every(({ place }) => place !== null) ?? false
  await resolveAlerts(sql, 'bed_lost', touched.filter(isHoused), work.now)
  const movedOf = Map.groupBy(moved, ({ reservationId }) => reservationId)
  for (const id of touched) {
    const before = parties.get(id)?.guests ?? []
    const after = movedOf.get(id) ?? []
    const one = held.get(id)
    if (one) announce(work, one)
    work.audit({
      action: after.some(({ place }) => place !== null) ? 'assign_beds' : 'take_beds',
      resource: 'reservations',
      objectId: id,
      before: placesOf(
        before.filter((guest) => after.some(({ participantId }) => participantId === guest.participantId)),
      ),
      after: [...placesOf(after), ...(placing.reason ? [{ reason: placing.reason }] : [])],
    })
  }

  const answers = new Map(
    questions.flatMap(({ rows: indexes, people, reservationId }, index) => {
      const answer = plan.answers[index]
      const guests = (plan.after.get(reservationId) ?? []).filter(({ participantId }) =>
        people.some((one) => one.participantId === participantId),
      )
      return answer ? indexes.map((row) => [row, { answer, guests, reservationId }] as const) : []
    }),
  )
  const outrun = [...answers.values()].filter(({ answer }) => answer.result === 'refused' && answer.code === 'stale')
  const assigners =
    outrun.length === 0
      ? new Map<string, string>()
      : await findAssigners(
          sql,
          outrun.flatMap(({ guests }) => guests.map(({ participantId }) => participantId)),
        )
  return rows.map((row, index): PlacedRow => {
    const found = answers.get(index)
    if (!found) {
      const isKnown = named.some(
        ({ participantId, reservationId }) =>
          row.participantId === participantId || row.reservationId === reservationId,
      )
      const code = isKnown ? 'named_twice' : 'not_found'
      return { answer: { result: 'refused', code, reasons: [] }, guests: [], by: null }
    }
    const guests = found.guests
      .filter(({ participantId }) => row.participantId === undefined || row.participantId === participantId)
      .map((guest) => ({ ...guest, reservationId: found.reservationId }))
    const isOutrun = found.answer.result === 'refused' && found.answer.code === 'stale'
    return {
      answer: found.answer,
      guests,
      by: isOutrun ? (guests.flatMap(({ participantId }) => assigners.get(participantId) ?? [])[0] ?? null) : null,
    }
  })
}
