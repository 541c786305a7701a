import type { SortText } from '@shiloh/contract/lists'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookableEvent, makeEvent, reserve } from '../../../../test/booking.ts'
import { type TestApp, testApp } from '../../../../test/harness.ts'
import { walkedIds } from './order.sql.ts'

let app: TestApp
let event: BookableEvent
let other: BookableEvent
beforeAll(async () => {
  app = await testApp()
  event = await makeEvent(app)
  other = await makeEvent(app)
  for (let i = 0; i < 5; i += 1) await reserve(app, i % 2 === 0 ? event : other)
  const all = await reservations()
  const [first, second, third] = all
  await query(
    `update participant_types set name = 'A type' where id = (
    select participant_type_id from event_participant_types where id = (
      select event_participant_type_id from reservations where id = $1))`,
    [third],
  )
  // The first has two rooms, of which the earlier assignment counts. The third's is only kept for a change.
  await assign(1, first, event.roomIds[1], '2027-01-10', '2027-01-11')
  await assign(2, first, event.roomIds[0], '2027-01-11', '2027-01-12')
  await assign(3, second, event.roomIds[2], '2027-01-10', '2027-01-12')
  await assign(4, third, event.roomIds[3], '2027-01-10', '2027-01-12', true)
})
afterAll(() => app.close())

const query = async (text: string, values: readonly unknown[] = []) =>
  (await app.database.pool.query(text, [...values])).rows
const reservations = async (): Promise<string[]> =>
  (await query('select id from reservations order by created_at, id')).map(({ id }) => id)
const assign = (
  number: number,
  reservation: string | undefined,
  room: string | undefined,
  from: string,
  until: string,
  forChange = false,
) =>
  query(
    `insert into bed_assignments (id, room_id, bed, nights, reservation_id, participant_id, for_change)
     select $1, $2, 1, daterange($3::date, $4::date), p.reservation_id, p.id, $6
     from reservation_participants p where p.reservation_id = $5 limit 1`,
    // Ids of one second have no order of their own.
    [String(number).padStart(24, '0'), room, from, until, reservation, forChange],
  )

/** Walks a page of all reservations. */
const walked = async (sort: SortText<'type' | 'room'>, page = 1, pageSize = 50): Promise<string[]> => {
  const asked = { ...reservationRoutes.listReservations.query.parse({ sort }), page, page_size: pageSize }
  const ids = walkedIds(asked, sql`r.status <> 'failed'`)
  if (!ids) throw new Error(`${sort} is not walked`)
  const { rows } = await sql<{ id: string }>`${ids}`.execute(app.app.deps.db)
  return rows.map(({ id }) => id)
}
const typesOf = async (ids: readonly string[]): Promise<string[]> =>
  (
    await query(
      `select t.name from unnest($1::text[]) with ordinality i(id, n) join reservations r on r.id = i.id
         join event_participant_types o on o.id = r.event_participant_type_id join participant_types t on t.id = o.participant_type_id
       order by i.n`,
      [ids],
    )
  ).map(({ name }) => name)

test('a walk by participant type has every reservation once, in the order of the names, page by page', async () => {
  const [all, up, down] = await Promise.all([reservations(), walked('type'), walked('-type')])
  expect([...up].sort()).toEqual([...all].sort())
  expect([...down].sort()).toEqual([...all].sort())
  const names = await typesOf(up)
  expect(names).toEqual([...names].sort())
  expect(names[0]).toBe('A type')
  expect((await typesOf(down)).at(-1)).toBe('A type')
  const pages = [await walked('type', 1, 2), await walked('type', 2, 2), await walked('type', 3, 2)]
  expect(pages.flat()).toEqual(up)
})

test('a walk by room begins with the first room of a reservation, and ends with those that have none', async () => {
  const all = await reservations()
  const [first, second] = all
  // A1 is the first of its name, and is only the later one of the first reservation: A2, A3.
  const up = await walked('room')
  expect(up.slice(0, 2)).toEqual([first, second])
  expect([...up].sort()).toEqual([...all].sort())
  const down = await walked('-room')
  expect(down.slice(0, 2)).toEqual([second, first])
  expect(down.slice(2)).toEqual(up.slice(2))
  const pages = [await walked('room', 1, 2), await walked('room', 2, 2), await walked('room', 3, 2)]
  expect(pages.flat()).toEqual(up)
})
