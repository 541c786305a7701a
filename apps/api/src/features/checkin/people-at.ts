import type { Deps } from '#platform/deps'
import { countPeople, type PeopleAt } from './people-at.store.ts'

/** Forty phones ask after each scan of one of them. Milliseconds. */
const FRESH_MS = 2000

/** What was counted last, by event. */
export type CountedPeople = Map<string, Counted>

interface Counted {
  /** When the count began, in milliseconds: it has what was answered before. */
  readonly at: number
  readonly people: Promise<PeopleAt>
}

/** Returns the people at the points of an event, as they were at most two seconds ago. */
export const peopleAt = (deps: Deps, eventId: string): Counted => {
  const cache = deps.services.checkin.people
  const now = deps.clock()
  const known = cache.get(eventId)
  const age = known ? now.getTime() - known.at : -1
  if (known && age >= 0 && age < FRESH_MS) return known
  const people = countPeople(deps.db, eventId, now)
  const counted = { at: now.getTime(), people }
  cache.set(eventId, counted)
  people.catch(() => cache.delete(eventId))
  return counted
}
