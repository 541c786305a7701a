import { isFamily } from '@shiloh/contract/reservations/bed-rules'
import type { Mate, MateObstacle, roomMates } from '@shiloh/contract/reservations/room-mates'
import { MOST_WISHES } from '@shiloh/contract/reservations/wish'
import { maskPhone } from '@shiloh/contract/text/masking'
import type { z } from 'zod'
import { hashToken } from '#http/credentials'
import type { Hidden } from '#platform/auth/denied'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import { userRoom } from '#platform/realtime'
import { phoneField } from '#platform/text/phone'
import { findGuestsOf, findStays } from '../beds/beds.store.ts'
import { circlesOf, obstaclesOf, type Side } from './mates.rules.ts'
import {
  type Asker,
  answerWish,
  countPersons,
  findAsker,
  findNamed,
  findOwnAt,
  findWishOfLink,
  insertWish,
  isOwnCode,
  listTies,
  listWishes,
  lockWish,
  lockWishes,
  mostBeds,
  type WishRow,
} from './mates.store.ts'

type MatesView = z.output<typeof roomMates>
type Reading = Pick<ReadContext, 'db'>

const sidesOf = async ({ db }: Reading, rows: readonly { readonly id: string; readonly isLive: boolean }[]) => {
  const sql = sqlIn(db)
  const ids = rows.map(({ id }) => id)
  const stays = await findStays(sql, ids)
  const guests = Map.groupBy(await findGuestsOf(sql, ids), ({ reservationId }) => reservationId)
  return new Map(
    rows.map(({ id, isLive }): [string, Side] => [
      id,
      { isLive, stay: stays.get(id) ?? null, sleepers: guests.get(id) ?? [] },
    ]),
  )
}

const isOurs = (row: WishRow, of: Asker): boolean => row.fromId === of.participantId

const otherOf = (row: WishRow, of: Asker) =>
  isOurs(row, of)
    ? { reservationId: row.toReservationId, userId: row.toUserId, name: row.toName, lives: row.toLives }
    : { reservationId: row.fromReservationId, userId: row.fromUserId, name: row.fromName, lives: row.fromLives }

/** Counts the persons who would share a room if these two main persons did. */
const peopleWith = async ({ db }: Reading, eventId: string, ids: readonly [string, string]): Promise<number> => {
  const [a, b] = ids
  const ties = await listTies(db, eventId)
  const circle = circlesOf([...ties, { a, b, aLives: true, bLives: true }]).find((one) => one.includes(a)) ?? ids
  return countPersons(db, circle)
}

/** Returns the wishes of a reservation as its owner sees them, or staff, who see all names. */
export const matesView = async (
  ctx: Reading,
  of: Asker,
  by: 'owner' | 'staff',
  hidden?: Hidden | undefined,
): Promise<MatesView> => {
  const denied = [...(hidden?.own ?? []), ...(hidden?.reservations ?? []), ...(hidden?.people ?? [])]
  const rows = (await listWishes(ctx.db, of)).filter((row) => {
    const { reservationId, userId } = otherOf(row, of)
    // A declined request is over for the one who declined it.
    if (row.state === 'declined' && !isOurs(row, of)) return false
    return !denied.includes(reservationId ?? '') && !denied.includes(userId ?? '')
  })
  const stay = (await findStays(sqlIn(ctx.db), [of.reservationId])).get(of.reservationId)
  const isAlone = isFamily(await findGuestsOf(sqlIn(ctx.db), [of.reservationId]))
  const most = stay && !isAlone ? await mostBeds(ctx.db, stay) : null
  const known = rows.flatMap((row) => {
    const { reservationId: id, lives } = otherOf(row, of)
    return id === null ? [] : [{ id, isLive: lives }]
  })
  const sides = await sidesOf(ctx, [{ id: of.reservationId, isLive: of.isLive }, ...known])
  const own = sides.get(of.reservationId)
  const mates: Mate[] = []
  for (const row of rows) {
    const ours = isOurs(row, of)
    const other = otherOf(row, of)
    // The person whom the phone named is erased.
    const isErased = row.way === 'phone' && row.phone === null
    const mayName = by === 'staff' || !ours || row.state === 'accepted'
    const side = mayName && other.reservationId !== null ? sides.get(other.reservationId) : undefined
    const people = side && row.toId !== null ? await peopleWith(ctx, of.eventId, [row.fromId, row.toId]) : 0
    mates.push({
      _id: row.id,
      state: row.state,
      way: row.way,
      asked_by_us: ours,
      typed: ours && row.phone !== null ? maskPhone(row.phone) : ours ? row.code : null,
      name: mayName ? other.name : null,
      is_gone: isErased || (mayName && !other.lives),
      asked_at: row.askedAt.toISOString(),
      obstacles: own && side && other.lives ? obstaclesOf(own, side, people, most ?? 0) : [],
    })
  }
  return { most, mates }
}

const obstaclesBetween = async (ctx: Reading, one: Asker, other: Asker): Promise<MateObstacle[]> => {
  const sides = await sidesOf(ctx, [
    { id: one.reservationId, isLive: one.isLive },
    { id: other.reservationId, isLive: other.isLive },
  ])
  const [mine, theirs] = [sides.get(one.reservationId), sides.get(other.reservationId)]
  const stay = (await findStays(sqlIn(ctx.db), [one.reservationId])).get(one.reservationId)
  const people = await peopleWith(ctx, one.eventId, [one.participantId, other.participantId])
  return mine && theirs ? obstaclesOf(mine, theirs, people, stay ? await mostBeds(ctx.db, stay) : 0) : []
}

/** @throws wish_impossible with the obstacles */
const requirePossible = async (ctx: Reading, one: Asker, other: Asker): Promise<void> => {
  const obstacles: MateObstacle[] =
    one.reservationId === other.reservationId ? ['oneself'] : await obstaclesBetween(ctx, one, other)
  if (obstacles.length > 0) throw new AppError('wish_impossible', { data: { obstacles } })
}

const notice = (template: 'room_mate_asked' | 'room_mate_accepted', to: Asker, name: string) => ({
  channel: 'notice' as const,
  template,
  userId: to.userId,
  data: { name, event: to.event, reservation_id: to.reservationId },
})

const announceMates = (work: Pick<WriteContext, 'publish'>, ...sides: readonly Asker[]): void => {
  for (const { userId, reservationId } of sides) work.publish(userRoom(userId), 'reservation', { _id: reservationId })
}

type Telling = Pick<WriteContext, 'db' | 'tx' | 'now' | 'send' | 'publish'>

/** Whom a wish names, in the form in which accounts and reservations are found. */
export interface Named {
  readonly phone?: string | undefined
  readonly code?: string | undefined
}

/**
 * Returns what was typed in the form in which people are found.
 *
 * @param country the country of phones without a country code
 * @param field what an unreadable phone is reported at
 * @throws invalid for text that is no phone
 */
export const namedBy = ({ phone, code }: Named, country: string, field = 'phone'): Named =>
  phone === undefined ? { code: code?.toUpperCase().replaceAll(' ', '') } : { phone: phoneField(phone, country, field) }

const asksFor = (row: Pick<WishRow, 'phone' | 'code'>, { code, phone }: Pick<Asker, 'code' | 'phone'>): boolean =>
  row.code === code || (row.phone !== null && row.phone === phone)

/**
 * Tells the people whom a wish names. Somebody who already asks for the same is a room-mate at once: both have said so.
 * Returns whether there was one.
 */
export const tellNamed = async (ctx: Telling, of: Asker, names: Named): Promise<boolean> => {
  const others = (await findNamed(ctx.db, of.eventId, names)).filter(
    ({ reservationId }) => reservationId !== of.reservationId,
  )
  for (const other of others) {
    const theirs = (await listWishes(ctx.db, of)).find(
      (row) => row.fromReservationId === other.reservationId && row.state === 'asked',
    )
    const locked = theirs && (await lockWish(ctx.tx, theirs))
    if (locked?.state === 'asked' && (await obstaclesBetween(ctx, of, other)).length === 0) {
      await accept(ctx, locked, of)
      return true
    }
  }
  await ctx.send(...others.map((one) => notice('room_mate_asked', one, of.name)))
  announceMates(ctx, ...others)
  return false
}

/**
 * Asks somebody by phone or code, or makes a link. People who are named hear of it. The answer tells nobody whether
 * anybody was. Returns the token of a link.
 *
 * @throws no_stay, illegal_transition, too_many_wishes, wish_impossible for a family; invalid for text that is no phone
 */
export const askMate = async (ctx: WriteContext, of: Asker, typed: Named): Promise<string | null> => {
  const { tx, now, deps } = ctx
  if (!of.isLive) throw new AppError('illegal_transition')
  if (!(await findStays(sqlIn(tx), [of.reservationId])).has(of.reservationId)) throw new AppError('no_stay')
  if (isFamily(await findGuestsOf(sqlIn(tx), [of.reservationId])))
    throw new AppError('wish_impossible', { data: { obstacles: ['family'] } })
  const { phone, code } = namedBy(typed, of.country)
  if (code !== undefined && (await isOwnCode(tx, ctx.caller.id, code)))
    throw invalid([{ field: 'code', code: 'not_eligible' }])
  const open = (await listWishes(tx, of)).filter((row) => isOurs(row, of) && row.state !== 'declined')
  if (open.length >= MOST_WISHES) throw new AppError('too_many_wishes')
  const isKnown = open.some(
    (row) =>
      row.state === 'asked' &&
      ((phone !== undefined && row.phone === phone) || (code !== undefined && row.code === code)),
  )
  if (isKnown) return null
  const token = phone === undefined && code === undefined ? deps.random.bytes(24).toString('base64url') : null
  if (token === null && (await tellNamed(ctx, of, { phone, code }))) return null
  await insertWish(tx, now, {
    eventId: of.eventId,
    fromId: of.participantId,
    toId: null,
    way: phone !== undefined ? 'phone' : code !== undefined ? 'code' : 'link',
    phone: phone ?? null,
    code: code ?? null,
    tokenHash: token === null ? null : hashToken(deps, token),
    state: 'asked',
  })
  return token
}

/** Whether an open wish asks this reservation. */
const isAsked = (row: WishRow, of: Asker): boolean =>
  row.eventId === of.eventId &&
  row.fromId !== of.participantId &&
  (row.toId === null ? asksFor(row, of) : row.toId === of.participantId)

const accept = async (ctx: Telling, row: WishRow, of: Asker): Promise<void> => {
  const asker = found(await findAsker(ctx.db, row.fromReservationId))
  await requirePossible(ctx, of, asker)
  await answerWish(ctx.tx, ctx.now, row.id, { state: 'accepted', toId: of.participantId })
  // Both may have asked for each other: one answer is enough.
  const reverse = (await listWishes(ctx.db, of)).filter(
    (wish) => isOurs(wish, of) && wish.state === 'asked' && asksFor(wish, asker),
  )
  for (const { id } of reverse) await answerWish(ctx.tx, ctx.now, id, { state: 'withdrawn' })
  await ctx.send(notice('room_mate_accepted', asker, of.name))
  announceMates(ctx, asker, of)
}

/**
 * Accepts or declines a wish, or withdraws from one.
 *
 * @throws not_found for a wish that does not concern the reservation, illegal_transition, wish_impossible
 */
export const answerMate = async (
  ctx: WriteContext,
  of: Asker,
  wishId: string,
  state: 'accepted' | 'declined' | 'withdrawn',
): Promise<void> => {
  const row = await lockWish(ctx.tx, { id: wishId, eventId: of.eventId })
  const concerns =
    row && (isOurs(row, of) || row.toId === of.participantId || (row.state === 'asked' && isAsked(row, of)))
  if (!row || !concerns) throw new AppError('not_found')
  if (state === 'withdrawn') {
    const mayWithdraw = row.state === 'accepted' || (isOurs(row, of) && row.state !== 'withdrawn')
    if (!mayWithdraw) throw new AppError('illegal_transition')
    await answerWish(ctx.tx, ctx.now, row.id, { state })
    return
  }
  if (row.state !== 'asked' || isOurs(row, of)) throw new AppError('illegal_transition')
  if (state === 'accepted') return accept(ctx, row, of)
  await answerWish(ctx.tx, ctx.now, row.id, { state, toId: of.participantId })
}

/** Returns the wish of a link, and who asks. @throws token_expired */
export const openLink = async (ctx: ReadContext, token: string): Promise<{ row: WishRow; asker: Asker }> => {
  const row = await findWishOfLink(ctx.db, hashToken(ctx.deps, token))
  const asker = row && (await findAsker(ctx.db, row.fromReservationId))
  if (!row || !asker?.isLive) throw new AppError('token_expired')
  return { row, asker }
}

/** Accepts the wish of a link with the caller's reservation at its event. @throws token_expired, not_found, wish_impossible */
export const acceptLink = async (ctx: WriteContext, token: string): Promise<Asker> => {
  const { row } = await openLink(ctx, token)
  const own = found(await findOwnAt(ctx.tx, row.eventId, ctx.caller.id))
  const locked = await lockWish(ctx.tx, row)
  if (locked?.state !== 'asked') throw new AppError('token_expired')
  await accept(ctx, locked, own)
  return own
}

/** Joins two reservations as both told the office. @throws not_found, wish_impossible, illegal_transition */
export const joinMates = async (ctx: WriteContext, of: Asker, code: string): Promise<void> => {
  const [other] = await findNamed(ctx.tx, of.eventId, { code: code.toUpperCase().replaceAll(' ', '') })
  if (!other) throw new AppError('not_found')
  await lockWishes(ctx.tx, of.eventId)
  await requirePossible(ctx, of, other)
  await insertWish(ctx.tx, ctx.now, {
    eventId: of.eventId,
    fromId: of.participantId,
    toId: other.participantId,
    way: 'staff',
    phone: null,
    code: other.code,
    tokenHash: null,
    state: 'accepted',
  })
  announceMates(ctx, of, other)
}
