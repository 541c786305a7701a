import { sql } from 'kysely'
import type { Tx } from '#platform/db/db'
import type { Calendar, Chance } from './chance.ts'
import { inOtherLanguages } from './church-texts.ts'
import { insertRows } from './insert.store.ts'

/** The event that is running, as far as its gate needs it. */
interface Running {
  readonly eventId: string
  readonly checkInUserId: string
}

/** Which of the phones has ended its shift. */
const ENDED = 4

/** Names the gate of each event in every language, and registers five phones at the running one. The shift of one has ended. */
const openGates = async (tx: Tx, chance: Chance, calendar: Calendar, { eventId, checkInUserId }: Running) => {
  const { now } = calendar
  // The gate that every event is made with.
  await sql`update scan_points set translations = ${JSON.stringify(inOtherLanguages({ name: 'Gate' }))} where name = 'Gate'`.execute(
    tx,
  )

  const phones = [
    ['Esther’s phone', 38, 4, -26],
    ['Yaw’s phone', 71, 0, -1],
    ['Gate tablet 1', 92, 0, -1],
    ['Kojo’s phone', 44, 2, -190],
    ['Adwoa’s phone', 63, 0, -95],
  ] as const
  const ago = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const devices = phones.map(([name, battery, queue, seen], nth) => ({
    id: chance.id(calendar.at(-2, '09:00')),
    name,
    user_id: checkInUserId,
    registered_at: calendar.at(-2, '09:00'),
    seen_at: ago(seen),
    queue_length: queue,
    bundle_at: ago(seen - 1),
    battery,
    revoked_at: nth === 3 ? ago(-180) : null,
    revoked_by: null,
  }))
  await insertRows(tx, 'gate_devices', devices)
  await insertRows(
    tx,
    'gate_device_events',
    devices.map(({ id }) => ({ device_id: id, event_id: eventId })),
  )
  const sessions = devices.map(({ seen_at }, nth) => ({
    id: chance.id(now),
    user_id: checkInUserId,
    refresh_hash: `demo gate ${nth}`,
    user_agent: 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
    created_at: ago(-240),
    last_used_at: seen_at,
    expires_at: ago(8 * 60),
    revoked_at: nth === ENDED ? seen_at : null,
    revoke_reason: nth === ENDED ? 'logout' : null,
  }))
  await insertRows(tx, 'sessions', sessions)
  await insertRows(
    tx,
    'gate_device_sessions',
    sessions.map(({ id }, nth) => ({ device_id: devices[nth]?.id ?? '', session_id: id })),
  )
  // The last of them has scanned nothing.
  return devices.slice(0, ENDED).map(({ id }) => id)
}

/** Scans people at halls, meals and buses, up to now. Two phones of the running event had no network for a while. */
export const seedGate = async (tx: Tx, chance: Chance, calendar: Calendar, running: Running): Promise<void> => {
  const { eventId, checkInUserId } = running
  const { now } = calendar
  const devices = await openGates(tx, chance, calendar, running)
  // A few try meals that they did not order. Who is scanned where, and when, follows from a hash of the ids: the same church each time.
  await sql`
    with seen as (
      select p.id as participant_id, abs(hashtext(p.id || ' tries')) % 100 < 12 as tries, p.reservation_id, p.event_id, p.checked_in_at, r.code,
        exists (select from event_caterers o where o.id = p.event_caterer_id and o.caterer_id = coalesce(sp.caterer_id, o.caterer_id)) as eats,
        sp.id as point_id, sp.kind, abs(hashtext(p.id || sp.name || coalesce(sp.starts_at::text, '')))  as h,
        case sp.kind when 'meal' then sp.starts_at when 'bus' then sp.starts_at else p.checked_in_at + interval '9 minutes' end as opens
      from reservation_participants p join reservations r on r.id = p.reservation_id
      join scan_points sp on sp.event_id = p.event_id and sp.kind <> 'gate'
      where p.checked_in_at is not null and r.status in ('redeemed', 'archived')),
    went as (
      select s.*, s.opens + (s.h % 75) * interval '1 minute' as at, (${[...devices]}::text[])[1 + s.h % 3] as device
      from seen s where case s.kind when 'meal' then (s.eats and s.h % 100 < 88) or (not s.eats and s.tries and s.h % 100 < 60)
        when 'bus' then s.h % 100 < 20 else s.h % 100 < 70 end)
    insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, point_id, code, direction, result, said, scanned_by,
      scanned_at, device_time, received_at)
    select md5(w.participant_id || w.point_id || d.direction), case w.event_id when ${eventId} then w.device else 'hall-1' end, w.event_id, w.participant_id, w.reservation_id, w.point_id, w.code, d.direction,
      case when w.kind = 'meal' and not w.eats then 'no_meal' else 'ok' end,
      -- Somebody at the meal let them have it without a network.
      case when w.kind = 'meal' and not w.eats and w.h % 2 = 0 then 'ok' end,
      ${checkInUserId}, d.at, d.at, least(${now}::timestamptz, d.at + (case when w.h % 7 = 0 then 25 else 0 end) * interval '1 minute')
    from went w cross join lateral (
      select 'in' as direction, w.at as at
      union all select 'out', w.at + interval '95 minutes' where w.kind = 'hall' and w.h % 3 = 0) d
    where w.at >= w.checked_in_at and d.at <= ${now}`.execute(tx)
  // The gate's own scans are of its registered phones too.
  await sql`update scans set device_id = (${[...devices]}::text[])[right(device_id, 1)::int]
    where event_id = ${eventId} and device_id ~ '^gate-[1-4]$'`.execute(tx)
  // Those who tried a second gate: two of its phones had not heard of the first.
  await sql`update scans set said = 'ok' where id in (
    select s.id from scans s where s.event_id = ${eventId} and s.result = 'already_redeemed' and s.direction = 'in'
      and not exists (select from scans o where o.participant_id = s.participant_id and o.direction = 'out' and o.scanned_at < s.scanned_at)
    order by s.id limit 3)`.execute(tx)
  await sql`update scans s set double_of = f.double_of from scan_fold f where f.id = s.id and f.double_of is not null and f.event_id = ${eventId}`.execute(
    tx,
  )
}

/**
 * Marks products as packed and some as handed over for an event that comes, and all as handed over at one that is over. At
 * the one that is running, half of those who are there have theirs. Of what was packed, some was cancelled since and has to
 * be put back.
 */
export const handOverProducts = async (tx: Tx, { packedBy, now }: { packedBy: string; now: Date }): Promise<void> => {
  await sql`
    with packed as (
      select r.id as reservation_id, x.id as event_product_id, l.quantity, l.unit_price, e.starts_at, e.ends_at < ${now} as over,
        e.ends_at < ${now} or (r.status = 'active' and abs(hashtext(r.id)) % 12 = 0)
          or (r.status = 'redeemed' and abs(hashtext(r.id)) % 2 = 0) as given
      from reservations r join events e on e.id = r.event_id
      join reservation_lines l on l.reservation_id = r.id and l.kind = 'product_option'
      join event_products x on x.event_id = e.id and x.product_option_id = l.ref_id
      join product_options o on o.id = x.product_option_id join products p on p.id = o.product_id
      where p.vendor_id = ${packedBy} and (case when e.ends_at < ${now} then r.redeemed_at is not null
        else (r.paid >= r.total and ((r.status = 'active' and abs(hashtext(r.id)) % (case when e.starts_at <= ${now} then 2 else 3 end) = 0)
          or (r.status = 'redeemed' and abs(hashtext(r.id)) % 4 < 3))) or (r.status = 'cancelled' and r.paid > 0) end))
    insert into product_fulfilments (reservation_id, event_product_id, prepared, delivered, unit_price, prepared_at, delivered_at, delivered_by)
    select reservation_id, event_product_id, quantity, case when given then quantity else 0 end, unit_price,
      least(${now}::timestamptz, starts_at) - interval '1 day',
      case when given then case when over then starts_at + interval '3 hours' else ${now}::timestamptz - interval '2 hours' end end,
      case when given then ${packedBy} end
    from packed`.execute(tx)
}
