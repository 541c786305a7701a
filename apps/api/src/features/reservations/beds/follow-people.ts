import { z } from 'zod'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { inWork, type Work } from '#platform/jobs/work'
import { participantsOf } from '../booking/decide.rules.ts'
import type { Bearing, Relative, Written } from '../booking/facts.rules.ts'
import { findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { announce } from '../lifecycle/announce.ts'
import { lockForChange, putBearings, tellOfBeds } from '../lifecycle/transitions.ts'
import { requireOffer } from '../money/refunds-due.ts'
import { findStanding } from '../read/records.store.ts'
import { findGuests, findReservationsAround, findWritten, type Guest, saveAges } from './beds.store.ts'
import { holdAgain } from './held-change.ts'
import { refitBeds } from './place.ts'

/** The payload that the database enqueues when an account, a spouse list or a family list changes (migration 0043). */
const payload = z.object({
  user_id: z.string(),
  /** Titles and designations that the account had until now. */
  gave_up: z.array(z.string()),
})

/** Removes what staff recorded if it repeats a title that the account has given up. */
const withoutGivenUp = (
  written: Written,
  owner: string,
  relatives: ReadonlyMap<string, Relative>,
  { user_id, gave_up }: z.output<typeof payload>,
): Written => {
  const isTheirs = (personId: string) => (personId === '' ? owner : relatives.get(personId)?.linkedUserId) === user_id
  const kept = (id: string | null) => (id !== null && gave_up.includes(id) ? null : id)
  return new Map(
    [...written].map(([personId, bearing]): [string, Bearing] => [
      personId,
      isTheirs(personId) ? { titleId: kept(bearing.titleId), designationId: kept(bearing.designationId) } : bearing,
    ]),
  )
}

const decisive = (guests: readonly Guest[]): string =>
  JSON.stringify(
    guests.map(({ participantId, gender, isChild, titleId, designationId }) => [
      participantId,
      gender,
      isChild,
      titleId,
      designationId,
    ]),
  )

const LIVE: readonly string[] = ['pending', 'active', 'redeemed']

/**
 * Updates the titles, genders and ages of one reservation's persons, and checks their beds again if something changed.
 */
const followOne = async (work: Work, id: string, change: z.output<typeof payload>): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { deps, now } = work
  const held = await lockForChange(sql, deps, id, now)
  if (!LIVE.includes(held.status)) return
  const offer = await requireOffer(sql, deps, held.eventId)
  const { wish } = await findStanding(sql, id)
  const person = (await findPeople(sql, [held.userId])).get(held.userId)
  if (!person) return
  const relatives = await findRelatives(sql, relativesIn([wish]))
  const written = withoutGivenUp(await findWritten(sql, id), held.userId, relatives, change)
  const participants = participantsOf({ offer, person, relatives, written }, wish)
  const before = await findGuests(sql, id)
  await putBearings(sql, id, participants)
  await saveAges(
    sql,
    id,
    participants.map(({ minor, guardian }, position) => ({ position, minor, guardian })),
  )
  if (decisive(await findGuests(sql, id)) === decisive(before)) return
  const outcome = await refitBeds(sql, id, now)
  await holdAgain(work, held)
  await tellOfBeds(work, held, offer, outcome)
  announce(work, held)
  if (outcome === 'moved' || outcome === 'lost')
    work.audit({
      action: 'refit_beds',
      resource: 'reservations',
      objectId: id,
      before: { room: before.find(({ place }) => place)?.place?.room ?? '' },
      after: { room: (await findGuests(sql, id)).find(({ place }) => place)?.place?.room ?? '' },
    })
}

/**
 * The job that follows every change of a title, a designation, a gender or a birth date. Updates all reservations of
 * the account, and those in which a linked spouse takes it along.
 */
export const refitBedsOf = async (given: unknown, deps: Deps): Promise<void> => {
  const change = payload.parse(given)
  for (const id of await findReservationsAround(sqlIn(deps.db), change.user_id, deps.clock()))
    await inWork(deps, (work) => followOne(work, id, change))
}
