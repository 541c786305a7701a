import type { Language } from '@shiloh/contract/core'
import { z } from 'zod'
import { type Sql, sqlIn, type TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { inWork, type Work } from '#platform/jobs/work'
import { releaseInvitations } from '../booking/claims.store.ts'
import { closedTypesIn } from '../booking/decide.rules.ts'
import type { EventOffer, Person } from '../booking/facts.rules.ts'
import { findPeople, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { closedNotice } from '../mails/mails.ts'
import { lockOwnWaiting } from './accounts.ts'
import { findGoneNames, goneIn } from './gone.ts'
import { openWish } from './open-wish.ts'
import { inviteNext } from './promote.ts'
import { findLarger, shrinkOffers } from './settle.ts'
import { findBeside, findLeftOut, findOffered, findWaitsAround, type WaitingRow, waitAgain } from './waiting.store.ts'

/** A participant type of a wish that is not open to the person it is for, or not offered any more. */
export interface ClosedType {
  readonly name: string
  /** Null: the owner of the entry. */
  readonly person: string | null
}

/** What is closed of an entry, in the language of its reader. */
interface Closed {
  readonly row: WaitingRow
  readonly offer: EventOffer
  readonly owner: Person
  readonly typesIn: (reader: Language) => ClosedType[]
}

/** Returns those of some entries that have participant types which are not open to the people they are for. An entry beside a reservation asks for none. */
const findClosed = async (sql: Sql, deps: Deps, rows: readonly WaitingRow[], now: Date): Promise<Closed[]> => {
  const open = rows.filter(({ status }) => status === 'waiting' || status === 'offered')
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  const { offers } = await currentOffers(sql, deps, [...new Set(open.map(({ event_id }) => event_id))], now)
  const [beside, leftOut] = await Promise.all([findBeside(sql, ids, now), findLeftOut(sql, ids)])
  const entries = open.flatMap((row) => {
    const offer = offers.get(row.event_id)
    return offer && !beside.has(row.id)
      ? [{ row, offer, wish: openWish(deps, row, offer, now, leftOut.get(row.id)) }]
      : []
  })
  const [people, relatives] = await Promise.all([
    findPeople(sql, [...new Set(entries.map(({ row }) => row.user_id))]),
    findRelatives(sql, relativesIn(entries.map(({ wish }) => wish))),
  ])
  // What is offered holds a place of its type: an event cannot take it out.
  const goneOf = ({ row, offer, wish }: (typeof entries)[number]) =>
    row.status === 'waiting' ? goneIn(offer, wish).filter(({ kind }) => kind === 'participant_type') : []
  const nameOf = await findGoneNames(sql, entries.flatMap(goneOf))
  return entries.flatMap((entry) => {
    const { row, offer, wish } = entry
    const owner = people.get(row.user_id)
    if (!owner) return []
    const personOf = (id: string | null | undefined) => (id ? (relatives.get(id)?.name ?? null) : null)
    const gone = goneOf(entry)
    const typesIn = (reader: Language) => [
      ...closedTypesIn({ offer: offerIn(offer, reader), person: owner, relatives }, wish).map(({ type, one }) => ({
        name: type.name,
        person: personOf(one.person_id),
      })),
      ...wish.participants.flatMap(({ participant_type_id, person_id }) =>
        gone.flatMap((part) =>
          part.item_id === participant_type_id ? [{ name: nameOf(part, reader), person: personOf(person_id) }] : [],
        ),
      ),
    ]
    return typesIn('en').length > 0 ? [{ row, offer, owner, typesIn }] : []
  })
}

/** Returns the participant types of some entries that are not open to the people they are for, by the id of the entry. */
export const findClosedTypes = async (
  sql: Sql,
  deps: Deps,
  rows: readonly WaitingRow[],
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<ReadonlyMap<string, readonly ClosedType[]>> =>
  new Map((await findClosed(sql, deps, rows, now)).map(({ row, typesIn }) => [row.id, typesIn(reader)]))

/**
 * Takes back those of some offers that are for participant types which are closed by now to somebody they are for, and tells their
 * owners, who keep their places. Returns the events of what was taken back.
 */
const takeBackClosed = async (sql: TxSql, deps: Deps, offered: readonly WaitingRow[], now: Date): Promise<string[]> => {
  const closed = await findClosed(sql, deps, offered, now)
  const ids = closed.map(({ row }) => row.id)
  await releaseInvitations(sql, ids, now)
  await waitAgain(sql, ids, now)
  await deps.messenger.tell(
    sql,
    now,
    closed.map(({ owner, offer, row, typesIn }) => closedNotice(owner, offer, row, typesIn)),
  )
  return closed.map(({ row }) => row.event_id)
}

/**
 * Gives up what offers hold for people who are left out of them by now, and takes back those for types that are closed by now. The
 * caller has locked the quotas, and invites who is next. Returns the events at which that made something free.
 */
const review = async (sql: TxSql, deps: Deps, offered: readonly WaitingRow[], now: Date): Promise<string[]> => {
  const shrunk = await shrinkOffers(sql, deps, offered, now)
  return [...new Set([...shrunk, ...(await takeBackClosed(sql, deps, offered, now))])]
}

/** Reviews the offers of an event after an edit of it. The caller has locked the quotas, and invites who is next. */
export const reviewOffersIn = async (sql: TxSql, deps: Deps, eventId: string, now: Date): Promise<void> => {
  await review(sql, deps, await findOffered(sql, eventId, now), now)
}

/** Reviews the offers of an event, and invites who is next. */
export const reviewOffersAt = async (deps: Deps, eventId: string): Promise<void> => {
  const now = deps.clock()
  const read = sqlIn(deps.db)
  const offered = await findOffered(read, eventId, now)
  // Nearly always there is nothing to do: nobody waits for the locks.
  const found = [...(await findLarger(read, deps, offered, now)), ...(await findClosed(read, deps, offered, now))]
  if (found.length === 0) return
  await inWork(deps, async (work) => {
    const sql = sqlIn(work.tx)
    await lockQuotas(sql, [eventId])
    await reviewOffersIn(sql, deps, eventId, work.now)
    await inviteNext(sql, deps, [eventId], work.now)
    work.publish('staff', 'waiting_list', { event_id: eventId })
  })
}

/** Reviews what is offered to a person. */
const reviewOwn = async (work: Work, userId: string): Promise<void> => {
  const { sql, rows } = await lockOwnWaiting(work, userId)
  const offered = rows.filter(({ status }) => status === 'offered')
  const eventIds = await review(sql, work.deps, offered, work.now)
  await inviteNext(sql, work.deps, eventIds, work.now)
  for (const event_id of eventIds) work.publish('staff', 'waiting_list', { event_id })
}

const payload = z.object({ user_id: z.string() })

/**
 * The job that follows every change of what opens a participant type to somebody, or of who is on their lists (migrations 0808 and
 * 0818): an offer does not hold what its owner cannot take any more. An offer that is made while the person changes is found by the sweep.
 */
export const reviewOffersOf = async (given: unknown, deps: Deps): Promise<void> => {
  const { user_id } = payload.parse(given)
  for (const userId of await findWaitsAround(sqlIn(deps.db), user_id))
    await inWork(deps, (work) => reviewOwn(work, userId))
}
