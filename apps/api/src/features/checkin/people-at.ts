import type { Deps } from '#platform/deps'
import { countPeople, type PeopleAt } from './people-at.store.ts'

/** Forty phones ask after each scan of one of them. Milliseconds. */
const FRESH_MS = 2000

/** What was counted last, by event. `at` is in milliseconds. */
export type CountedPeople = Map<string, { readonly at: number; readonly people: Promise<PeopleAt> }>

/** Returns the people at the points of an event, as they were at most two seconds ago. */
export const peopleAt = (deps: Deps, eventId: string): Promise<PeopleAt> => {
  const cache = deps.services.checkin.people
  const now = deps.clock()
  const known = cache.get(eventId)
  const age = known ? now.getTime() - known.at : -1
  if (known && age >= 0 && age < FRESH_MS) return known.people
  const people = countPeople(deps.db, eventId, now)
  cache.set(eventId, { at: now.getTime(), people })
  people.catch(() => cache.delete(eventId))
  return people
}
