import type { World } from './world.ts'

const ROOMS = 50
const BEDS = 20

/** Gives each event with beds a block of fifty rooms, and its first thousand confirmed guests a bed in them. */
export const fillRooms = async ({ db }: World): Promise<void> => {
  await db.query(
    `with center as (insert into event_centers (name) values ('Scale village') returning id),
       offered as (
         select a.room_category_id, row_number() over (order by a.event_id) as n
         from event_accommodations a join events e on e.id = a.event_id where e.slug like 'scale-%'),
       block as (
         insert into event_blocks (event_center_id, name) select center.id, 'Block ' || lpad(n::text, 2, '0') from center, offered
         returning id, event_center_id, name)
     insert into event_rooms (event_center_id, event_block_id, room_category_id, name, floor, beds)
     select block.event_center_id, block.id, offered.room_category_id, 'R' || lpad(r::text, 3, '0'), 0, $2
     from block join offered on block.name = 'Block ' || lpad(n::text, 2, '0'), generate_series(1, $1::int) r`,
    [ROOMS, BEDS],
  )
  await db.query(
    `with guest as (
       select r.id, p.id as participant_id, r.check_in, r.check_out, 'Block ' || lpad(a.n::text, 2, '0') as block, r.k
       from (select event_id, row_number() over (order by event_id) as n from event_accommodations
             where event_id in (select id from events where slug like 'scale-%')) a
       cross join lateral (
         select r.*, row_number() over (order by r.created_at) - 1 as k from reservations r
         where r.event_id = a.event_id and r.status in ('active', 'redeemed') and r.check_in is not null
         order by r.created_at limit $1::int * $2::int) r
       join reservation_participants p on p.reservation_id = r.id and p.role = 'main')
     insert into bed_assignments (room_id, bed, nights, reservation_id, participant_id)
     select m.id, 1 + g.k % $2, daterange(g.check_in, g.check_out), g.id, g.participant_id
     from guest g join event_blocks b on b.name = g.block join event_centers c on c.id = b.event_center_id and c.name = 'Scale village'
       join event_rooms m on m.event_block_id = b.id and m.name = 'R' || lpad((1 + g.k / $2)::text, 3, '0')`,
    [ROOMS, BEDS],
  )
  await db.query('analyze event_rooms, event_blocks, bed_assignments')
}
