import { CHURCH_LEVELS } from '@shiloh/contract/organisation'
import type {
  AllotmentCreate,
  AllotmentUpdate,
  AllotmentView,
  LedAllotment,
} from '@shiloh/contract/reservations/allotments'
import { dayIn } from '@shiloh/contract/text/zone'
import { found } from '#platform/db/found'
import { type Sql, sqlIn, type TxSql } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { lockEvent } from '../lifecycle/transitions.ts'
import { requireOffer } from '../money/refunds-due.ts'
import { inviteNext } from '../waiting-list/promote.ts'
import * as store from './allotments.store.ts'
import { noteChange } from './changes.store.ts'

export const allotmentView = (row: store.AllotmentRow): AllotmentView => ({
  _id: row.id,
  event_id: row.event_id,
  held_for: {
    kind: row.unit_id !== null ? 'unit' : row.committee_type_id !== null ? 'committee' : 'sponsor',
    level: CHURCH_LEVELS.find((level) => level === row.unit_level) ?? null,
    name: row.held_for,
    _id: row.unit_id ?? row.committee_type_id,
  },
  leader: row.leader_id !== null && row.leader !== null ? { _id: row.leader_id, name: row.leader } : null,
  room_category: row.room_category,
  room_category_id: row.room_category_id,
  check_in: row.check_in,
  check_out: row.check_out,
  given: row.given,
  filled: row.taken,
  empty: row.held,
  returned: row.returned,
  releases: row.releases.map(({ on_day, beds, done_at, reminded_at }) => ({
    on_day,
    beds,
    done_at: done_at && new Date(done_at).toISOString(),
    reminded_at: reminded_at && new Date(reminded_at).toISOString(),
  })),
  note: row.note,
  created_at: row.created_at.toISOString(),
})

/** An allotment as its leader sees it. */
export const ledView = (row: store.LedRow): LedAllotment => {
  const {
    leader: _,
    note: _note,
    event_id,
    room_category_id: _category,
    created_at: _made,
    ...shown
  } = allotmentView(row)
  return {
    ...shown,
    event: {
      _id: event_id,
      name: row.event,
      slug: row.slug,
      starts_at: row.starts_at.toISOString(),
      time_zone: row.time_zone,
    },
  }
}

type Release = AllotmentCreate['releases'][number]

/**
 * Refuses dates that are over, that come after the first night, or that leave beds nowhere: the last one takes the rest.
 *
 * @throws invalid_input
 */
const requireDates = (releases: readonly Release[], today: string, checkIn: string): void => {
  const inOrder = [...releases].sort((a, b) => (a.on_day < b.on_day ? -1 : 1))
  const errors = inOrder.flatMap(({ on_day, beds }, index) => {
    const field = `releases.${releases.findIndex((one) => one.on_day === on_day)}`
    const isLast = index === inOrder.length - 1
    return [
      ...(on_day <= today ? [{ field: `${field}.on_day`, code: 'too_early' as const }] : []),
      ...(on_day > checkIn ? [{ field: `${field}.on_day`, code: 'date_order' as const }] : []),
      ...((beds === null) !== isLast
        ? [{ field: `${field}.beds`, code: isLast ? ('invalid' as const) : ('required' as const) }]
        : []),
    ]
  })
  if (errors.length > 0) throw invalid(errors)
}

/** Claims further beds for an allotment. @throws quota_exhausted when a night has fewer free */
const claimMore = async (
  sql: TxSql,
  id: string,
  stay: { readonly event_accommodation_id: string; readonly check_in: string; readonly check_out: string },
  beds: number,
  now: Date,
): Promise<void> => {
  const nights = await store.findNights(sql, stay)
  const free = nights.length === 0 ? 0 : Math.min(...nights.map(({ left }) => left))
  if (free < beds)
    throw new AppError('quota_exhausted', { fields: [{ field: 'beds', code: 'sold_out' }], data: { free } })
  await store.claimNights(
    sql,
    id,
    nights.map((night) => night.id),
    beds,
    now,
  )
}

const tellOffice = (work: Pick<Work, 'publish'>, eventId: string): void =>
  work.publish('staff', 'reservations', { event_id: eventId })

/** Requires a leader to be a member: others cannot open the pages of a group. @throws invalid_input */
const requireLeader = async ({ tx }: Work, id: string | null | undefined): Promise<void> => {
  if (id && !(await store.canLead(sqlIn(tx), id))) throw invalid([{ field: 'leader_id', code: 'not_found' }])
}

/** Holds beds for a group. @throws not_found, illegal_transition for an archived event, invalid_input, quota_exhausted */
export const giveBeds = async (
  work: Work,
  eventId: string,
  body: AllotmentCreate,
  by: string,
): Promise<AllotmentView> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  await lockEvent(sql, deps, eventId, now)
  const { timeZone, status } = await requireOffer(sql, deps, eventId)
  if (status === 'archived') throw new AppError('illegal_transition')
  await requireLeader(work, body.leader_id)
  const stay = (await store.listStays(sql, eventId)).find(
    ({ room_category_id, check_in, check_out }) =>
      room_category_id === body.room_category_id && check_in <= body.check_in && body.check_out <= check_out,
  )
  if (!stay) throw invalid([{ field: 'room_category_id', code: 'not_found' }])
  requireDates(body.releases, dayIn(now, timeZone), body.check_in)
  const nights = { event_accommodation_id: stay.id, check_in: body.check_in, check_out: body.check_out }
  const id = await store.insertAllotment(
    sql,
    {
      ...nights,
      event_id: eventId,
      unit_id: body.unit_id ?? null,
      committee_type_id: body.committee_type_id ?? null,
      sponsor: body.sponsor ?? null,
      leader_id: body.leader_id ?? null,
      note: body.note ?? '',
      beds: body.beds,
      by,
    },
    now,
  )
  await claimMore(sql, id, nights, body.beds, now)
  await store.saveReleases(sql, id, body.releases)
  const made = found(await store.findAllotment(sql, id))
  await noteChange(sql, { ...made, kind: 'given', beds: body.beds, by }, now)
  tellOffice(work, eventId)
  return allotmentView(made)
}

/** Locks the quotas of an allotment's event, then its row. @throws not_found */
const lockForChange = async (work: Work, id: string): Promise<store.AllotmentRow> => {
  const sql = sqlIn(work.tx)
  const { event_id } = found(await store.findAllotment(sql, id))
  await lockEvent(sql, work.deps, event_id, work.now)
  return found(await store.lockAllotment(sql, id))
}

/**
 * Changes an allotment. Empty beds that are taken back go to the waiting list first.
 *
 * @throws below_claimed, quota_exhausted, invalid_input
 */
export const changeAllotment = async (
  work: Work,
  id: string,
  body: AllotmentUpdate,
  by: string,
): Promise<AllotmentView> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const row = await lockForChange(work, id)
  const { timeZone } = await requireOffer(sql, deps, row.event_id)
  const more = (body.beds ?? row.given) - row.given
  if (more > 0) {
    // The last date took the rest: what is given after it needs a date of its own.
    if (!body.releases && row.releases.every(({ done_at }) => done_at !== null))
      throw invalid([{ field: 'releases', code: 'required' }])
    await claimMore(sql, id, row, more, now)
    await store.countBeds(sql, id, { given: more, held: more }, now)
  }
  if (more < 0) {
    if (-more > row.held) throw new AppError('below_claimed', { fields: [{ field: 'beds', code: 'below_claimed' }] })
    await store.releaseNights(sql, id, -more, now)
    await store.countBeds(sql, id, { given: more, held: more }, now)
    await inviteNext(sql, deps, [row.event_id], now)
  }
  if (body.releases) {
    requireDates(body.releases, dayIn(now, timeZone), row.check_in)
    await store.saveReleases(sql, id, body.releases)
  }
  if (body.leader_id !== row.leader_id) await requireLeader(work, body.leader_id)
  await store.updateAllotment(
    sql,
    id,
    { leader_id: body.leader_id === undefined ? row.leader_id : body.leader_id, note: body.note ?? row.note },
    now,
  )
  const after = found(await store.findAllotment(sql, id))
  const datesOf = ({ releases }: store.AllotmentRow) =>
    JSON.stringify(releases.map(({ on_day, beds }) => [on_day, beds]))
  if (more !== 0) await noteChange(sql, { ...row, kind: more > 0 ? 'more' : 'fewer', beds: Math.abs(more), by }, now)
  else if (datesOf(after) !== datesOf(row)) await noteChange(sql, { ...row, kind: 'changed', beds: row.held, by }, now)
  tellOffice(work, row.event_id)
  return allotmentView(after)
}

/**
 * Gives empty beds of an allotment back before their day. They go to the waiting list first.
 *
 * @throws below_claimed when fewer are empty
 */
export const returnBeds = async (work: Work, id: string, beds: number, by: string): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const row = await lockForChange(work, id)
  if (beds > row.held) throw new AppError('below_claimed', { fields: [{ field: 'beds', code: 'below_claimed' }] })
  await store.releaseNights(sql, id, beds, now)
  await store.countBeds(sql, id, { held: -beds, returned: beds }, now)
  await noteChange(sql, { ...row, kind: 'returned', beds, by }, now)
  await inviteNext(sql, deps, [row.event_id], now)
  tellOffice(work, row.event_id)
}

/** Ends an allotment. Named people keep their beds. Returns how many empty ones went back. */
export const endAllotment = async (work: Work, id: string, by: string): Promise<number> => {
  const sql = sqlIn(work.tx)
  const { event_id, held, held_for } = await lockForChange(work, id)
  await noteChange(sql, { event_id, held_for, kind: 'ended', beds: held, by }, work.now)
  if (held > 0) await store.releaseNights(sql, id, held, work.now)
  await store.deleteAllotment(sql, id)
  if (held > 0) await inviteNext(sql, work.deps, [event_id], work.now)
  tellOffice(work, event_id)
  return held
}

/** Beds of a group that a reservation takes. */
export interface Gift {
  readonly id: string
  /** Who names the person. */
  readonly by: string
}

/**
 * Returns what an allotment holds on each night, as if it belonged to the reservation that takes beds of it. The caller
 * has locked the quotas. @throws not_found, allotment_empty, allotment_named
 */
export const lockGift = async (
  sql: TxSql,
  gift: Gift,
  reservation: { readonly id: string; readonly eventId: string },
  beds: number,
): Promise<{ quotaId: string; quantity: number }[]> => {
  const row = found(await store.lockAllotment(sql, gift.id))
  if (row.event_id !== reservation.eventId) throw new AppError('not_found')
  if (await store.isNamed(sql, reservation.id)) throw new AppError('allotment_named')
  if (row.held < beds) throw new AppError('allotment_empty', { data: { empty: row.held, beds } })
  return (await store.findHeld(sql, gift.id)).map(({ quotaId }) => ({ quotaId, quantity: beds }))
}

/** Moves beds of an allotment to a reservation: releases the group's claims, which the reservation claims right after. */
export const takeGift = async (
  sql: TxSql,
  gift: Gift,
  reservationId: string,
  beds: number,
  now: Date,
): Promise<void> => {
  await store.releaseNights(sql, gift.id, beds, now)
  await store.countBeds(sql, gift.id, { held: -beds, taken: beds }, now)
  await store.insertGuest(sql, { reservationId, allotmentId: gift.id, beds, by: gift.by }, now)
  const row = found(await store.findAllotment(sql, gift.id))
  await noteChange(sql, { ...row, kind: 'named', beds, reservationId, by: gift.by }, now)
}

/** Gives back the beds of an event that are due. Those who wait are invited in the same transaction, before anybody else. */
export const returnDue = async (work: Work, eventId: string): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  await lockEvent(sql, deps, eventId, now)
  for (const { allotment_id, on_day, beds } of await store.lockDue(sql, eventId, now)) {
    const { held, held_for } = found(await store.findAllotment(sql, allotment_id))
    const back = Math.min(held, beds ?? held)
    if (back > 0) {
      await store.releaseNights(sql, allotment_id, back, now)
      await store.countBeds(sql, allotment_id, { held: -back, returned: back }, now)
      await noteChange(sql, { event_id: eventId, held_for, kind: 'returned', beds: back, by: null }, now)
    }
    await store.saveDone(sql, allotment_id, on_day, now)
    work.audit({
      action: 'return_allotment',
      resource: 'reservations',
      objectId: allotment_id,
      after: { event_id: eventId, on_day, beds: back },
    })
  }
  await inviteNext(sql, deps, [eventId], now)
  tellOffice(work, eventId)
}

/** Days before beds go back, on which their leader is reminded. */
const REMIND_DAYS = 5

/** Reminds leaders of beds that go back in the next days. */
export const remindLeaders = async (work: Work): Promise<void> => {
  const sql = sqlIn(work.tx)
  const rows = await store.takeReminders(sql, work.now, REMIND_DAYS)
  for (const row of rows) await noteChange(sql, { ...row, kind: 'reminded', by: null }, work.now)
  await work.send(
    ...rows.map(({ leader_id, event_id: _, ...data }) => ({
      channel: 'notice' as const,
      template: 'allotment_reminder',
      userId: leader_id,
      data,
    })),
  )
}

export const dueEvents = (sql: Sql, now: Date): Promise<string[]> => store.findDueEvents(sql, now)
