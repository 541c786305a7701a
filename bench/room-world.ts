import pg from 'pg'
import type { World } from './world.ts'

export const PEOPLE = 10_000
export const ROOMS = 2000
export const BEDS = 5
/** Every second person has a bed before. */
const HOUSED = 2

/**
 * Fills a center: one event with 10,000 people who stay three nights, in 2,000 rooms. Foreign keys are not checked meanwhile.
 * @param housed every so many-th person has a bed before; 0: nobody
 */
export const fillCenter = async (world: World, housed = HOUSED): Promise<string> => {
  const client = new pg.Client(world.adminUrl)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    const one = async (text: string, values: readonly unknown[] = []): Promise<string> =>
      (await client.query<{ id: string }>(text, [...values])).rows[0]?.id ?? ''
    const center = await one(`insert into event_centers (name, city) values ('Board village', 'Accra') returning id`)
    const category = await one(`insert into room_categories (name) values ('Board standard') returning id`)
    await client.query(
      `with block as (
         insert into event_blocks (event_center_id, name) select $1, 'Block ' || n from generate_series(1, 8) n returning id, name)
       insert into event_rooms (event_center_id, event_block_id, room_category_id, name, floor, beds)
       select $1, block.id, $2, 'R' || lpad(r::text, 3, '0'), r % 4, $4 from block, generate_series(1, $3::int / 8) r`,
      [center, category, ROOMS, BEDS],
    )
    const type = await one(`insert into participant_types (name) values ('Board delegate') returning id`)
    const event = await one(
      `insert into events (slug, code_prefix, status, name, starts_at, ends_at, event_center_id)
       values ('board', 'BD', 'published', 'Board convention', now() + interval '30 days', now() + interval '33 days', $1) returning id`,
      [center],
    )
    const offered = await one(
      `insert into event_participant_types (event_id, participant_type_id, price) values ($1, $2, 0) returning id`,
      [event, type],
    )
    const lodging = await one(
      `insert into event_accommodations (event_id, room_category_id, price_per_night, check_in_from, check_out_until, beds)
       values ($1, $2, 0, current_date + 30, current_date + 33, $3) returning id`,
      [event, category, ROOMS * BEDS],
    )
    await client.query(
      `create temp table made as
       select n, new_id() as id, new_id() as participant_id, u.id as user_id, now() - n * interval '1 minute' as at
       from (select id, row_number() over (order by id) as n from users where user_type = 'user' order by id limit $1) u`,
      [PEOPLE],
    )
    await client.query(
      `insert into reservations (id, code, event_id, user_id, payer_id, status, currency, total, paid, event_participant_type_id,
         event_accommodation_id, check_in, check_out, created_at, updated_at)
       select id, 'BD-' || lpad(upper(to_hex(n)), 6, '0'), $1, user_id, user_id, 'active', 'GHS', 0, 0, $2, $3, current_date + 30,
         current_date + 33, at, at from made`,
      [event, offered, lodging],
    )
    await client.query(
      `insert into reservation_participants (id, reservation_id, event_id, role, user_id, name, gender, qr_id, live, event_participant_type_id)
       select participant_id, id, $1, 'main', user_id, 'Kofi Mensah ' || n, 'male', new_id(), true, $2 from made`,
      [event, offered],
    )
    await client.query(
      `insert into bed_assignments (room_id, bed, nights, reservation_id, participant_id)
       select m.id, 1 + g.k % $2, daterange(current_date + 30, current_date + 33), g.id, g.participant_id
       from (select *, row_number() over (order by n) - 1 as k from made where $3 > 0 and n % greatest($3, 1) = 0) g
       join (select id, row_number() over (order by id) - 1 as k from event_rooms where event_center_id = $1) m on m.k = g.k / $2`,
      [center, BEDS, housed],
    )
    await client.query('set session_replication_role = origin')
    // The server does the same on its own some time after such a day.
    await client.query('vacuum analyze')
    return event
  } finally {
    await client.end()
  }
}
