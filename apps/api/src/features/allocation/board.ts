import type { RoomBoard } from '@shiloh/contract/allocation/board'
import type { Language } from '@shiloh/contract/core'
import { dayIn } from '@shiloh/contract/text/zone'
import type { Hidden } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import * as store from './board.sql.ts'

const hiddenIds = (hidden: Hidden | undefined): store.HiddenIds => ({
  reservations: [...(hidden?.own ?? []), ...(hidden?.reservations ?? [])],
  people: hidden?.people ?? [],
  events: hidden?.events ?? [],
})

const writeCursor = ({ transaction, at }: store.Cursor): string => `${transaction}-${at.getTime()}`

/** Returns undefined for a cursor that this database cannot have written: it was restored, or is another one. */
const readSince = (text: string | undefined, now: store.Cursor): store.Cursor | undefined => {
  const [transaction = '', at = ''] = text?.split('-') ?? []
  if (transaction === '') return undefined
  const since = { transaction: BigInt(transaction), at: new Date(Number(at)) }
  const isKnown = since.transaction <= now.transaction && now.transaction - since.transaction < 2n ** 31n
  return isKnown && since.at <= now.at ? since : undefined
}

/** Collects texts or objects, and returns the position of each. */
const positions = <T>() => {
  const items: T[] = []
  const known = new Map<string, number>()
  return {
    items,
    of: (key: string, item: () => T): number => {
      const at = known.get(key) ?? items.push(item()) - 1
      known.set(key, at)
      return at
    },
  }
}

const yes = (value: boolean | null): true | undefined => (value ? true : undefined)

type Sleeper = Pick<store.PersonRow, 'role' | 'gender' | 'minor' | 'low' | 'title_id' | 'designation_id'>
const sleeperOf = ({ role, gender, minor, low, title_id, designation_id }: Sleeper) => ({
  role,
  gender,
  minor: yes(minor),
  low: yes(low),
  title_id: title_id ?? undefined,
  designation_id: designation_id ?? undefined,
})

interface RoomsAsked {
  readonly since: store.Cursor | undefined
  readonly nights: { readonly check_in: string; readonly check_out: string } | null
  readonly hidden: store.HiddenIds
  readonly now: Date
  readonly language: Language
}

/** Reads the rooms of the board, who else sleeps in them, and when they are closed. */
const roomsOf = async (db: Queryable, eventId: string, { since, nights, hidden, now, language }: RoomsAsked) => {
  const rooms = await store.listBoardRooms(db, eventId, since, language)
  const ids = rooms.map(({ id }) => id)
  const [others, closed] = await Promise.all([
    nights ? store.listOthers(db, eventId, ids, nights, hidden, now) : [],
    store.listClosed(db, ids),
  ])
  const roomOf = ({ room_id }: { readonly room_id: string }): string => room_id
  return { rooms, others: Map.groupBy(others, roomOf), closed: Map.groupBy(closed, roomOf) }
}

/** Returns the board of an event, or what changed of it since a cursor. @throws not_found */
export const boardView = async (
  ctx: ReadContext,
  eventId: string,
  given: string | undefined,
  denied: Hidden | undefined,
): Promise<RoomBoard> => {
  const { db, now, language } = ctx
  const hidden = hiddenIds(denied)
  // Before everything else: what is committed meanwhile is sent again with the next answer.
  const cursor = await store.readCursor(db, now)
  const since = readSince(given, cursor)
  const { center_id, time_zone, check_in, check_out } = found(await store.findBoardEvent(db, eventId))
  const nights = check_in !== null && check_out !== null ? { check_in, check_out } : null
  const changed = since && (await store.listChanged(db, eventId, since, hidden))
  const only = changed?.map(({ id }) => id)
  const [people, { rooms, others, closed }] = await Promise.all([
    store.listPeople(db, eventId, hidden, only, language),
    roomsOf(db, eventId, { since, nights, hidden, now, language }),
  ])

  const stays = positions<RoomBoard['stays'][number]>()
  const types = positions<string>()
  const districts = positions<string>()
  const reservations = new Map<string, RoomBoard['reservations'][number]>(
    (changed ?? []).map(({ id, code }) => [id, { _id: id, code, stay: 0, persons: [] }]),
  )
  for (const row of people) {
    const { category_id, category, block_ids, check_in: from, check_out: until } = row
    const stay = stays.of([category_id, from, until].join(' '), () => ({
      category_id,
      category,
      block_ids,
      check_in: from,
      check_out: until,
    }))
    const known = reservations.get(row.reservation_id)
    const reservation =
      known && known.persons.length > 0 ? known : { _id: row.reservation_id, code: row.code, stay, persons: [] }
    reservations.set(row.reservation_id, reservation)
    reservation.persons.push({
      _id: row.id,
      name: row.name,
      ...sleeperOf(row),
      quiet: yes(row.quiet),
      here: yes(row.here),
      told: row.told_room_id ?? undefined,
      type: types.of(row.type, () => row.type),
      district: row.district === null ? undefined : districts.of(row.district, () => row.district ?? ''),
      bed:
        row.room_id !== null && row.bed !== null && row.bed_check_in !== null && row.bed_check_out !== null
          ? {
              room_id: row.room_id,
              bed: row.bed,
              check_in: row.bed_check_in,
              check_out: row.bed_check_out,
              pinned: yes(row.pinned),
            }
          : undefined,
    })
  }
  return {
    cursor: writeCursor(cursor),
    whole: !since,
    center_id,
    nights,
    today: dayIn(now, time_zone),
    stays: stays.items,
    types: types.items,
    districts: districts.items,
    reservations: [...reservations.values()],
    rooms: rooms.map(({ id, ...room }) => {
      const parties = positions<string>()
      return {
        _id: id,
        ...room,
        maintenance: (closed.get(id) ?? []).map(({ room_id: _, ...period }) => period),
        others: (others.get(id) ?? []).map((row) => ({
          bed: row.bed,
          check_in: row.check_in,
          check_out: row.check_out,
          event: row.event,
          party: parties.of(row.reservation_id, () => row.reservation_id),
          ...sleeperOf(row),
        })),
      }
    }),
  }
}
