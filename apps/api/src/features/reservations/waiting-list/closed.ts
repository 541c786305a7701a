import type { Language } from '@shiloh/contract/core'
import { z } from 'zod'
import { type Sql, sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { inWork, type Work } from '#platform/jobs/work'
import { releaseInvitations } from '../booking/claims.store.ts'
import { closedTypesIn } from '../booking/decide.rules.ts'
import { findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { lockOwnWaiting } from './accounts.ts'
import { openWish } from './open-wish.ts'
import { inviteNext } from './promote.ts'
import { findBeside, findPlacedElsewhere, findWaitsAround, type WaitingRow, waitAgain } from './waiting.store.ts'

/** A participant type of a wish that is not open to the person it is for. */
export interface ClosedType {
  readonly name: string
  /** Null: the owner of the entry. */
  readonly person: string | null
}

/**
 * Returns the participant types of some entries that are not open to the people they are for, by the id of the entry. An
 * entry beside a reservation asks for none.
 */
export const findClosedTypes = async (
  sql: Sql,
  deps: Deps,
  rows: readonly WaitingRow[],
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<ReadonlyMap<string, readonly ClosedType[]>> => {
  const open = rows.filter(({ status }) => status === 'waiting' || status === 'offered')
  if (open.length === 0) return new Map()
  const ids = open.map(({ id }) => id)
  const { offers } = await currentOffers(sql, deps, [...new Set(open.map(({ event_id }) => event_id))], now)
  const [beside, placed] = await Promise.all([findBeside(sql, ids, now), findPlacedElsewhere(sql, ids)])
  const entries = open.flatMap((row) => {
    const offer = offers.get(row.event_id)
    return offer && !beside.has(row.id)
      ? [{ row, offer, wish: openWish(deps, row, offer, now, placed.get(row.id)) }]
      : []
  })
  const [people, relatives] = await Promise.all([
    findPeople(sql, [...new Set(entries.map(({ row }) => row.user_id))]),
    findRelatives(sql, relativesIn(entries.map(({ wish }) => wish))),
  ])
  return new Map(
    entries.map(({ row, offer, wish }) => {
      const person = people.get(row.user_id)
      const closed = person ? closedTypesIn({ offer: offerIn(offer, reader), person, relatives }, wish) : []
      return [
        row.id,
        closed.map(({ type, one }) => ({
          name: type.name,
          person: one.person_id ? (relatives.get(one.person_id)?.name ?? null) : null,
        })),
      ]
    }),
  )
}

/** Takes back what is offered to a person for participant types that are closed to them by now. They keep their place. */
const takeBackClosed = async (work: Work, userId: string): Promise<void> => {
  const { sql, rows } = await lockOwnWaiting(work, userId)
  const offered = rows.filter(({ status }) => status === 'offered')
  const closed = await findClosedTypes(sql, work.deps, offered, { now: work.now, reader: 'en' })
  const taken = offered.filter(({ id }) => (closed.get(id) ?? []).length > 0)
  const ids = taken.map(({ id }) => id)
  const eventIds = [...new Set(taken.map(({ event_id }) => event_id))]
  await releaseInvitations(sql, ids, work.now)
  await waitAgain(sql, ids, work.now)
  await inviteNext(sql, work.deps, eventIds, work.now)
  for (const event_id of eventIds) work.publish('staff', 'waiting_list', { event_id })
}

const payload = z.object({ user_id: z.string() })

/**
 * The job that follows every change of what opens a participant type to somebody (migration 0808): an offer that its owner
 * cannot take any more does not hold what others wait for.
 */
export const reviewOffersOf = async (given: unknown, deps: Deps): Promise<void> => {
  const { user_id } = payload.parse(given)
  for (const userId of await findWaitsAround(sqlIn(deps.db), user_id))
    await inWork(deps, (work) => takeBackClosed(work, userId))
}
