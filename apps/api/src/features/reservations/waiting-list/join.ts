import type { Language } from '@shiloh/contract/core'
import { type OwnWaiting, WAITING_KINDS, type WaitingView } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { type Sql, sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { type Made, type NewReservation, refused, reserveAll, takeSnapshot } from '../booking/book.ts'
import { releaseInvitations } from '../booking/claims.store.ts'
import { decideWish } from '../booking/decide.rules.ts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { idsOf, lackingOf, liveKey, soldOut } from '../booking/wish.rules.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { offerIn } from '../event-offer/offer-in.ts'
import { joinedNotice } from '../mails/mails.ts'
import { wishContext } from '../sealed.ts'
import { expireIn, inviteNext, openWish } from './promote.ts'
import {
  countAhead,
  countWaiting,
  endWaiting,
  findAllOwnWaiting,
  findOwnWaiting,
  insertWaiting,
  type WaitingRow,
} from './waiting.store.ts'

/** Returns whether a kind can be waited for. `WAITING_KINDS` lists the widest first. */
const isWaitingKind = (kind: string): kind is WaitingView['kind'] => WAITING_KINDS.some((known) => known === kind)

const nameOf = (offer: EventOffer, row: Pick<WaitingRow, 'kind' | 'ref_id'>): string => {
  switch (row.kind) {
    case 'event':
      return ''
    case 'participant_type':
      return offer.participant_types.find(({ refId }) => refId === row.ref_id)?.name ?? ''
    case 'beds':
      return offer.accommodations.find(({ refId }) => refId === row.ref_id)?.name ?? ''
    case 'caterer':
      return offer.caterers.find(({ refId }) => refId === row.ref_id)?.name ?? ''
    case 'product_option': {
      const product = offer.products.find(({ options }) => options.some(({ refId }) => refId === row.ref_id))
      const option = product?.options.find(({ refId }) => refId === row.ref_id)
      return product && option ? `${product.name}, ${option.name}` : ''
    }
  }
}

interface WaitingPart extends Pick<WaitingView, 'kind' | 'name'> {
  readonly count: number
}

const view = (
  offer: EventOffer,
  row: Omit<WaitingRow, 'wish' | 'user_id' | 'event_id'>,
  ahead: number,
): WaitingView => ({
  _id: row.id,
  event_id: offer.id,
  kind: row.kind,
  name: nameOf(offer, row),
  status: row.status,
  ahead,
  offer_expires_at: row.offer_expires_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/** Returns a person's entries at an event as they are shown, without expired invitations. */
export const ownWaiting = async (
  sql: Sql,
  offer: EventOffer,
  userId: string,
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<WaitingView[]> => {
  const rows = await findOwnWaiting(sql, offer.id, userId)
  const open = rows.filter(({ offer_expires_at }) => offer_expires_at === null || offer_expires_at > now)
  const ahead =
    open.length > 0
      ? await countAhead(
          sql,
          open.map(({ id }) => id),
        )
      : new Map<string, number>()
  return open.map((row) => view(offerIn(offer, reader), row, ahead.get(row.id) ?? 0))
}

/** Returns how many wait for each part of an event, by the names that their entries have. */
export const waitingByPart = async (sql: Sql, offer: EventOffer): Promise<WaitingPart[]> =>
  (await countWaiting(sql, offer.id)).map((row) => ({ kind: row.kind, name: nameOf(offer, row), count: row.count }))

/** Returns a person's open entries at all events, the earliest event first, each with its wish. */
export const listOwnWaiting = async (
  sql: Sql,
  deps: Deps,
  userId: string,
  { now, reader }: { readonly now: Date; readonly reader: Language },
): Promise<OwnWaiting[]> => {
  const rows = await findAllOwnWaiting(sql, userId)
  const open = rows.filter(({ offer_expires_at }) => offer_expires_at === null || offer_expires_at > now)
  if (open.length === 0) return []
  const { offers } = await currentOffers(sql, deps, [...new Set(open.map(({ event_id }) => event_id))], now)
  const ahead = await countAhead(
    sql,
    open.map(({ id }) => id),
  )
  return open
    .flatMap((row): OwnWaiting[] => {
      const own = offers.get(row.event_id)
      if (!own || own.endsAt <= now) return []
      const offer = offerIn(own, reader)
      const event = {
        _id: offer.id,
        slug: offer.slug,
        name: offer.name,
        starts_at: offer.startsAt.toISOString(),
        ends_at: offer.endsAt.toISOString(),
        time_zone: offer.timeZone,
        place: offer.place,
      }
      return [{ ...view(offer, row, ahead.get(row.id) ?? 0), event, wish: openWish(deps, row) }]
    })
    .sort((a, b) => a.event.starts_at.localeCompare(b.event.starts_at))
}

/** Puts a wish on the waiting list, only if a part of it is sold out. */
export const joinWaiting = async (
  work: Work,
  request: {
    readonly eventId: string
    readonly userId: string
    readonly wish: Wish
    readonly expectedTotal: number | null | undefined
    readonly language: Language
  },
): Promise<WaitingView> => {
  const sql = sqlIn(work.tx)
  // A specific room cannot be waited for. Rooms are assigned once there is a place.
  const { accommodation } = request.wish
  const wish: Wish = { ...request.wish, accommodation: accommodation && { ...accommodation, room_id: null } }
  const snapshot = await takeSnapshot(sql, work.deps, [{ ...request, wish }], work.now)
  const offer = snapshot.offers.get(request.eventId)
  const person = snapshot.people.get(request.userId)
  if (!offer || !person) throw new AppError('not_found')
  const { relatives, names } = snapshot
  const facts = { offer, person, relatives, names, now: work.now, by: 'owner', isWaiting: true } as const
  const plan = decideWish(facts, wish, request.expectedTotal)
  if ('code' in plan) throw refused(plan)
  const isLive = plan.participants.some((one) => idsOf(one).some((id) => snapshot.live.has(liveKey(offer.id, id))))
  if (isLive) throw new AppError('already_reserved')
  const lacking = lackingOf(snapshot.left, plan.demand)
  if (lacking.length === 0) throw new AppError('still_available')
  const target = lacking
    .flatMap(({ kind, refId }) => (isWaitingKind(kind) ? [{ kind, refId }] : []))
    .sort((a, b) => WAITING_KINDS.indexOf(a.kind) - WAITING_KINDS.indexOf(b.kind))[0]
  if (!target) throw refused(soldOut(lacking))
  const id = await insertWaiting(sql, {
    eventId: offer.id,
    userId: person.id,
    kind: target.kind,
    refId: target.refId,
    sealed: work.deps.crypto.seal(JSON.stringify(wish), wishContext(person.id, offer.id)),
    now: work.now,
  })
  const ahead = await countAhead(sql, [id])
  await work.send(joinedNotice(person, offer))
  work.publish('staff', 'waiting_list', { event_id: offer.id })
  return view(
    offerIn(offer, request.language),
    { id, kind: target.kind, ref_id: target.refId, status: 'waiting', offer_expires_at: null, created_at: work.now },
    ahead.get(id) ?? 0,
  )
}

/**
 * Accepts an invitation: makes the reservation with what was held for it.
 * @param given the wish with the answers that were left open. It can be for fewer people than the invitation, not for
 *   more: somebody else may wait for those places. Null: as it was on the list
 * @throws AppError hold_expired when the invitation has expired, invalid_input at `participants`
 */
export const acceptOffer = async (
  work: Work,
  request: Omit<NewReservation, 'wish' | 'expectedTotal' | 'by' | 'source' | 'note' | 'idempotency'>,
  waitingId: string | undefined,
  given: { readonly wish: Wish; readonly expectedTotal: number | null | undefined } | null,
): Promise<Exclude<Made, { madeBefore: string }>> => {
  const sql = sqlIn(work.tx)
  await lockQuotas(sql, [request.eventId])
  const rows = await findOwnWaiting(sql, request.eventId, request.userId)
  const offered = rows.find((row) => row.status === 'offered' && (waitingId === undefined || row.id === waitingId))
  if (!offered) throw new AppError('not_found')
  if (offered.offer_expires_at === null || offered.offer_expires_at <= work.now) throw new AppError('hold_expired')
  const held = openWish(work.deps, offered)
  if (given && given.wish.participants.length > held.participants.length)
    throw invalid([{ field: 'participants', code: 'not_offered' }])
  // First, expired places go to the waiting list. Then what this invitation holds is released for this reservation
  // alone.
  await expireIn(sql, work.deps, [request.eventId], work.now)
  await releaseInvitations(sql, [offered.id], work.now)
  const [made] = await reserveAll(
    sql,
    work.deps,
    [
      {
        ...request,
        wish: given?.wish ?? held,
        expectedTotal: given?.expectedTotal ?? null,
        by: 'owner',
        source: 'waiting_list',
        note: '',
        idempotency: null,
      },
    ],
    work.now,
  )
  if (made instanceof AppError) throw made
  if (!made || 'madeBefore' in made) throw new AppError('internal_error')
  const others = rows.filter(({ id }) => id !== offered.id)
  await endWaiting(sql, [offered.id], 'taken', work.now)
  await releaseInvitations(
    sql,
    others.map(({ id }) => id),
    work.now,
  )
  await endWaiting(
    sql,
    others.map(({ id }) => id),
    'withdrawn',
    work.now,
  )
  await inviteNext(sql, work.deps, [request.eventId], work.now)
  return made
}

/** Leaves the waiting list. An invitation goes to the next person. */
export const leaveWaiting = async (work: Work, eventId: string, userId: string): Promise<void> => {
  const sql = sqlIn(work.tx)
  await lockQuotas(sql, [eventId])
  const rows = await findOwnWaiting(sql, eventId, userId)
  if (rows.length === 0) throw new AppError('not_found')
  const ids = rows.map(({ id }) => id)
  await releaseInvitations(sql, ids, work.now)
  await endWaiting(sql, ids, 'withdrawn', work.now)
  await inviteNext(sql, work.deps, [eventId], work.now)
}
