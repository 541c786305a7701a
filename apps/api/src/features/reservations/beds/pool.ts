import type { FieldError } from '@shiloh/contract/errors'
import type { Sql, TxSql } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { belowClaimed } from '../event-offer/below-claimed.ts'
import { type PoolShare, shareNight } from './pool.rules.ts'
import {
  findHoldingGroups,
  findLastSold,
  findOffersOf,
  type LosingGroup,
  type LosingOffer,
  type LosingRow,
  type PoolRow,
  readPool,
  saveClaimsOfPool,
} from './pool.store.ts'

/** Maximum number of named people who would lose a bed. */
const MAX_NAMED = 50

interface Night {
  readonly rows: readonly PoolRow[]
  readonly first: PoolRow
  readonly share: PoolShare
}

const byNight = (rows: readonly PoolRow[], isOpen: boolean): Night[] => {
  const nights = new Map<string, PoolRow[]>()
  for (const row of rows) {
    const key = `${row.refId} ${row.night}`
    nights.set(key, [...(nights.get(key) ?? []), row])
  }
  return [...nights.values()].flatMap((blocks) => {
    const [first] = blocks
    if (!first) return []
    // An event that is no longer published keeps what people have and gives back the rest.
    const share = shareNight({ beds: isOpen ? first.beds : first.sold, sold: first.sold, blocks })
    return [{ rows: blocks, first, share }]
  })
}

/**
 * Claims an event's beds from the pool of its center, or gives them back. A published event has what it offers, an
 * unpublished one what people have. The pool and the event's quotas are locked.
 *
 * `strict`: the numbers were typed just now. `yielding`: the event gives up unsold beds, and keeps what it has if that
 * is not enough; then other events are asked and the pool is checked again.
 *
 * @throws AppError beds_sold, with who would lose a bed, when people have more than exists; with `strict` invalid_input
 * at the accommodation that offers more than is free. Without `strict` the event gets what is free.
 */
export const claimPool = async (
  sql: TxSql,
  event: { readonly id: string; readonly status: string },
  today: string,
  { strict = false, yielding = false }: { readonly strict?: boolean; readonly yielding?: boolean } = {},
): Promise<void> => {
  const isHolding = event.status === 'published' || event.status === 'unpublished'
  const nights = isHolding ? byNight(await readPool(sql, event.id, today), event.status === 'published') : []
  const short = nights.filter(({ share }) => share.short > 0)
  if (short.length > 0 && !yielding) throw await bedsSold(sql, short)
  if (strict && event.status === 'published') refuseNumbers(nights)
  await saveClaimsOfPool(
    sql,
    event.id,
    nights.flatMap(({ first, rows, share }) =>
      [...(share.short > 0 ? kept(rows) : share.beds)].map(([blockId, beds]) => ({
        refId: first.refId,
        categoryId: first.categoryId,
        night: first.night,
        blockId,
        beds,
      })),
    ),
    today,
  )
}

/** Returns the beds that an event could sell in every upcoming night, by accommodation. */
export const freeInPool = async (sql: Sql, eventId: string, today: string): Promise<Map<string, number>> => {
  const free = new Map<string, number>()
  for (const { first, rows } of byNight(await readPool(sql, eventId, today), true)) {
    const { total } = shareNight({ beds: null, sold: 0, blocks: rows })
    free.set(first.refId, Math.min(free.get(first.refId) ?? total, total))
  }
  return free
}

/** Returns the part of an event's claims that people have. */
const kept = (rows: readonly PoolRow[]): Map<string, number> => {
  let missing = rows[0]?.sold ?? 0
  const beds = new Map<string, number>()
  for (const { blockId, own } of rows) {
    const keep = Math.min(own, missing)
    if (keep > 0) beds.set(blockId, keep)
    missing -= keep
  }
  return beds
}

/** Refuses typed numbers that are more than is free or less than is sold. */
const refuseNumbers = (nights: readonly Night[]): void => {
  const positions = [...new Set(nights.map(({ first }) => first.refId))]
  const tooBig = (found: readonly Night[]): FieldError[] =>
    [...new Set(found.map(({ first }) => positions.indexOf(first.refId)))].map((position) => ({
      field: `accommodations.${position}.beds`,
      code: 'too_big',
    }))
  const tooFew = nights.filter(({ first }) => first.beds !== null && first.beds < first.sold)
  if (tooFew.length > 0)
    throw new AppError(
      'below_claimed',
      belowClaimed(
        tooFew.map(({ first }) => ({
          field: `accommodations.${positions.indexOf(first.refId)}.beds`,
          claimed: first.sold,
        })),
      ),
    )
  const tooMany = nights.filter(({ first, share }) => share.total < (first.beds ?? 0))
  if (tooMany.length > 0)
    throw new AppError('invalid_input', {
      fields: tooBig(tooMany),
      data: {
        nights: tooMany
          .map(({ first, share }) => ({ night: first.night, beds: first.beds, free: share.total }))
          .slice(0, MAX_NAMED),
      },
    })
}

/** A night on which beds are missing. */
export interface ShortNight {
  readonly refId: string
  readonly night: string
  readonly missing: number
}

/**
 * Returns who would lose a bed: groups with empty beds and offers of the waiting list first, in which nobody sleeps yet, then
 * people. For the data of a refusal.
 */
export const losersOf = async (sql: Sql, nights: readonly ShortNight[]) => {
  const people = new Map<string, LosingRow>()
  const groups = new Map<string, LosingGroup>()
  const offers = new Map<string, LosingOffer>()
  for (const { refId, night, missing } of nights) {
    const holding = await findHoldingGroups(sql, refId, night)
    for (const group of holding) groups.set(group.allotment_id, group)
    const offered = await findOffersOf(sql, refId, night)
    for (const offer of offered) offers.set(offer.waiting_id, offer)
    const empty = [...holding, ...offered].reduce((sum, { beds }) => sum + beds, 0)
    for (const row of missing > empty ? await findLastSold(sql, refId, night, missing - empty) : [])
      if (people.size < MAX_NAMED) people.set(row.reservation_id, row)
  }
  return {
    nights: [...new Set(nights.map(({ night }) => night))].sort(),
    people: [...people.values()].map((row) => ({ ...row, reasons: [] })),
    groups: [...groups.values()].slice(0, MAX_NAMED),
    offers: [...offers.values()].slice(0, MAX_NAMED),
  }
}

const bedsSold = async (sql: Sql, nights: readonly Night[]): Promise<AppError> =>
  new AppError('beds_sold', {
    data: await losersOf(
      sql,
      nights.map(({ first: { refId, night }, share }) => ({ refId, night, missing: share.short })),
    ),
  })
