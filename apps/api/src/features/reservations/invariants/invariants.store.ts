import { sql } from 'kysely'
import { walkChain } from '#platform/audit/audit-chain.store'
import type { Db, Tx } from '#platform/db/db'
import { IS_SETTLED, PRICE_IN_FORCE, WAIVED_IN_FORCE } from '../money/standing.store.ts'

/** The result of checking one invariant. */
export interface InvariantReport {
  readonly number: number
  readonly name: string
  readonly count: number
  /** A few of the violating rows, as a starting point. */
  readonly samples: readonly string[]
}

interface Check {
  readonly number: number
  readonly name: string
  /** Selects one text per violation. */
  readonly text: string
  /** Takes longest, so it starts first. */
  readonly long?: true
}

/** Statuses with claims. An expired hold counts as live until the sweep ends it. */
const LIVE = `('pending', 'active', 'redeemed')`

const CHECKS: readonly Check[] = [
  {
    number: 1,
    name: 'a counter equals the sum of its live claims and is within its limit; a claim of the waiting list belongs to an offer',
    text: `
      select 'quota ' || q.id || ': claimed ' || q.claimed || ', live claims ' || coalesce(c.quantity, 0) || ', limit ' || coalesce(q.capacity::text, 'none')
      from quotas q
      left join (select quota_id, sum(quantity) as quantity from claims where released_at is null group by quota_id) c on c.quota_id = q.id
      where q.claimed <> coalesce(c.quantity, 0) or q.claimed < 0 or q.claimed > q.capacity
      union all
      select 'claim ' || c.id || ': of waiting entry ' || c.waiting_entry_id || ', ' || coalesce(w.status, 'which is gone')
      from claims c left join waiting_entries w on w.id = c.waiting_entry_id
      where c.released_at is null and c.waiting_entry_id is not null and w.status is distinct from 'offered'`,
  },
  {
    number: 1,
    name: 'a reservation counts its persons; a live one holds a place for each of them, and no other holds one',
    long: true,
    text: `
      select 'reservation ' || r.id || ': ' || r.status || ', persons ' || coalesce(p.persons, 0) || ', counted ' || r.persons || ', places held ' || coalesce(c.quantity, 0)
      from reservations r
      left join (select reservation_id, count(*) as persons from reservation_participants group by reservation_id) p on p.reservation_id = r.id
      left join (select reservation_id, sum(quantity) as quantity from claims
        where released_at is null and not for_change and quota_id in (select id from quotas where kind = 'event') group by reservation_id) c
        on c.reservation_id = r.id
      where coalesce(p.persons, 0) <> r.persons or coalesce(c.quantity, 0) <> case when r.status in ${LIVE} then r.persons else 0 end`,
  },
  {
    number: 1,
    name: 'whoever is to pay at the desk holds a place there for each person whose place is not paid, and nobody else holds one',
    text: `
      select 'reservation ' || r.id || ': ' || r.status || ', places at the desk ' || p.places || ', held ' || coalesce(c.quantity, 0)
      from reservations r
      cross join lateral (select case
        when r.status = 'pending' and r.pays_at_desk then r.persons
        when r.status in ('active', 'redeemed') and (r.pending_change->'wish'->>'pays_at_desk')::boolean
          then greatest(0, jsonb_array_length(r.pending_change->'wish'->'participants') - r.persons)
        else 0 end as places) p
      left join (select reservation_id, sum(quantity) as quantity from claims
        where released_at is null and quota_id in (select id from quotas where kind = 'desk_holds') group by reservation_id) c
        on c.reservation_id = r.id
      where coalesce(c.quantity, 0) <> p.places`,
  },
  {
    number: 1,
    name: 'a group claims its empty beds on each of its nights, and no others; its named beds have their reservations',
    text: `
      select 'allotment ' || a.id || ': held ' || a.held || ', claimed ' || coalesce(c.quantity, 0) || ' on ' || q.night
      from allotments a join quotas q on q.kind = 'beds' and q.ref_id = a.event_accommodation_id and q.night >= a.check_in and q.night < a.check_out
      left join claims c on c.quota_id = q.id and c.allotment_id = a.id and c.released_at is null
      where a.held <> coalesce(c.quantity, 0)
      union all
      select 'allotment ' || a.id || ': taken ' || a.taken || ', named ' || coalesce(g.beds, 0)
      from allotments a left join (select allotment_id, sum(beds) as beds from allotment_guests group by 1) g on g.allotment_id = a.id
      where a.taken <> coalesce(g.beds, 0)
      union all
      select 'claim of the ended allotment ' || c.allotment_id from claims c
      where c.released_at is null and c.allotment_id is not null and not exists (select from allotments a where a.id = c.allotment_id)`,
  },
  {
    number: 1,
    name: 'a live reservation claims a bed on the nights to come that it is charged for, and on no others',
    // Of lines from before lines had days, nothing is known.
    text: `
      with charged as (
        select distinct l.reservation_id, l.ref_id as category, n.night::date
        from reservation_lines l join reservations r on r.id = l.reservation_id
        cross join generate_series(greatest(l.from_day, current_date), l.until_day - 1, interval '1 day') n(night)
        where l.kind = 'accommodation' and l.until_day > current_date and r.status in ${LIVE}),
      claimed as (
        select c.reservation_id, a.room_category_id as category, q.night
        from quotas q join claims c on c.quota_id = q.id join event_accommodations a on a.id = q.ref_id
        where q.kind = 'beds' and q.night >= current_date and c.released_at is null and not c.for_change and c.reservation_id is not null)
      select 'reservation ' || reservation_id || ': ' || night || case when is_charged then ' is charged' else ' is claimed' end || ', category ' || category
      from (select *, true as is_charged from charged) l full join (select *, true as is_claimed from claimed) c using (reservation_id, category, night)
      where (is_charged is null or is_claimed is null) and not exists (select from reservation_lines o
        where o.reservation_id = coalesce(l.reservation_id, c.reservation_id) and o.kind = 'accommodation' and o.from_day is null)`,
  },
  {
    number: 1,
    name: 'whoever has chosen an option of a form with a limit has a claim on it for that answer, and nobody else has one',
    // The answers of an erased person are gone, and what they had stays counted.
    text: `
      with chosen as (
        select q.id as quota_id, c.reservation_id, c.for_change, c.quantity
        from options_chosen(array(select distinct event_id::text from quotas where kind = 'question_option')) c
        join quotas q on q.kind = 'question_option' and q.event_id = c.event_id and q.ref_id = c.option_id),
      claimed as (
        select quota_id, reservation_id, for_change, sum(quantity)::int as quantity from claims
        where released_at is null and reservation_id is not null and quota_id in (select id from quotas where kind = 'question_option')
        group by 1, 2, 3)
      select 'reservation ' || r.id || ': option ' || q.ref_id || ' chosen ' || coalesce(a.quantity, 0) || ', claimed ' || coalesce(c.quantity, 0)
        || case when for_change then ', for a change' else '' end
      from chosen a full join claimed c using (quota_id, reservation_id, for_change)
      join quotas q on q.id = quota_id join reservations r on r.id = reservation_id join users u on u.id = r.user_id
      where coalesce(a.quantity, 0) <> coalesce(c.quantity, 0) and u.erased_at is null`,
  },
  {
    number: 2,
    name: 'one bed, one night, one occupant',
    text: `
      select 'beds ' || a.id || ' and ' || b.id
      from bed_assignments a join bed_assignments b on b.room_id = a.room_id and b.bed = a.bed and b.id > a.id and b.nights && a.nights
      where a.released_at is null and b.released_at is null
      union all
      select 'bed ' || a.id || ': the room has no such bed' from bed_assignments a join event_rooms r on r.id = a.room_id
      where a.released_at is null and a.bed > r.beds
      union all
      select 'bed ' || a.id || ': its reservation is ' || r.status from bed_assignments a join reservations r on r.id = a.reservation_id
      where a.released_at is null and r.status not in ${LIVE}`,
  },
  {
    number: 3,
    name: 'a person has at most one live reservation per event, and waits for no second place',
    text: `
      select 'event ' || event_id || ', user ' || user_id from reservations where status in ${LIVE} group by event_id, user_id having count(*) > 1
      union all
      select 'event ' || event_id || ', participant ' || user_id from reservation_participants where live and user_id is not null
        group by event_id, user_id having count(*) > 1
      union all
      select 'event ' || event_id || ', spouse ' || spouse_id from reservation_participants where live and spouse_id is not null
        group by event_id, spouse_id having count(*) > 1
      union all
      select 'event ' || event_id || ', family member ' || family_member_id from reservation_participants
        where live and family_member_id is not null group by event_id, family_member_id having count(*) > 1
      union all
      -- somebody on a spouse list whose link to an account does not count yet: the account could have another place
      select 'participant ' || p.id || ': is user ' || s.linked_user_id from reservation_participants p
        join spouses s on s.id = p.spouse_id join events e on e.id = p.event_id
      where p.live and s.linked_user_id is not null and p.user_id is distinct from s.linked_user_id and e.ends_at > now()
      union all
      select 'participant ' || p.id from reservation_participants p join reservations r on r.id = p.reservation_id
      where p.live <> (r.status in ${LIVE})
      union all
      select 'reservation ' || r.id || ': its type is not its main person’s' from reservations r
      left join reservation_participants p on p.reservation_id = r.id and p.role = 'main'
      where p.event_participant_type_id is distinct from r.event_participant_type_id
      union all
      select 'waiting entry ' || w.id || ': ' || w.status || ' for a place, beside reservation ' || p.reservation_id from waiting_entries w
      join reservation_participants p on p.event_id = w.event_id and p.user_id = w.user_id and p.live
      where w.status in ('waiting', 'offered') and (w.kind in ('event', 'participant_type') or exists (
        select from claims c join quotas q on q.id = c.quota_id
        where c.waiting_entry_id = w.id and c.released_at is null and q.kind in ('event', 'participant_type')))`,
  },
  {
    number: 4,
    name: 'the ledger of a payment, without what left twice, sums to what was captured minus what was refunded',
    text: `
      select 'payment ' || p.id || ': ledger ' || coalesce(l.amount, 0) || ', captured ' || p.captured || ', refunded ' || p.refunded || ', ' || p.status
      from payments p
      left join (select payment_id, sum(amount) as amount from ledger_entries where kind <> 'loss' group by payment_id) l on l.payment_id = p.id
      where coalesce(l.amount, 0) <> case when p.status = 'void' then 0 else p.captured - p.refunded end`,
  },
  {
    number: 5,
    name: 'a provider reference belongs to one payment and is credited once',
    text: `
      select 'reference ' || provider || ' ' || provider_reference from payments where provider_reference is not null
        group by provider, provider_reference having count(*) > 1
      union all
      select 'payment ' || payment_id || ': captured ' || count(*) || ' times' from ledger_entries where kind = 'capture'
        group by payment_id having count(*) > 1`,
  },
  {
    number: 6,
    name: 'active: the amount due at booking is paid or waived; redeemed: the whole price is, but for what banks took back',
    text: `
      select 'reservation ' || id || ': ' || status || ', total ' || total || ', due at once ' || coalesce(due_at_once::text, 'all')
        || ', paid ' || paid || ', waived ' || waived || ', given back as goodwill ' || reduced from reservations r
      where status in ('active', 'redeemed') and (
        paid + ${WAIVED_IN_FORCE} + reduced + case when status = 'redeemed' then charged_back else 0 end
          < coalesce(case when status = 'active' then due_at_once end, ${PRICE_IN_FORCE})
        or (waived > 0 and (waived_by is null or waived_reason is null)))
      union all
      select 'reservation ' || r.id || ': paid ' || r.paid || ', ledger ' || coalesce(l.amount, 0) || ', charged back ' || r.charged_back
        || ', ledger ' || coalesce(l.charged_back, 0)
      from reservations r
      left join (select reservation_id, sum(amount) as amount, -sum(amount) filter (where kind in ('chargeback', 'chargeback_returned')) as charged_back
        from ledger_entries where kind <> 'loss' group by reservation_id) l on l.reservation_id = r.id
      where (r.paid, r.charged_back) is distinct from (coalesce(l.amount, 0)::bigint, coalesce(l.charged_back, 0)::bigint)`,
  },
  {
    // Uses `paid`, which invariant 6 compares with the ledger.
    number: 7,
    name: 'captured money is applied, kept by the refund rule, refunded, or on a list that staff see',
    text: `
      with listed as (
        select reservation_id, sum(captured - refunded) as amount from payments
        where (status = 'refund_due' or mismatch is not null) and captured > refunded group by reservation_id),
      refunds_open as (
        select p.reservation_id, sum(f.amount) as amount from refunds f join payments p on p.id = f.payment_id
        where f.status in ('due', 'requested', 'refused') group by p.reservation_id)
      select 'reservation ' || r.id || ': ' || r.status || ', paid ' || r.paid || ', total ' || r.total || ', retained ' || r.retained
      from reservations r
      left join listed o on o.reservation_id = r.id
      left join refunds_open f on f.reservation_id = r.id
      where r.paid > case when r.status in ('pending', 'active', 'redeemed', 'archived') then greatest(0, r.total - r.waived - r.reduced) else 0 end
        + r.retained + coalesce(o.amount, 0) + coalesce(f.amount, 0)
      union all
      select 'reservation ' || r.id || ': ' || r.status || ', paid ' || r.paid || ', total ' || r.total || ', more to go back than is paid beyond it'
      from reservations r
      join (select p.reservation_id, sum(f.amount) as amount from refunds f join payments p on p.id = f.payment_id
        where f.status in ('due', 'refused') and f.kind not in ('goodwill', 'returned') group by p.reservation_id) f on f.reservation_id = r.id
      where r.status in ${LIVE} and f.amount + r.retained
        > greatest(0, r.paid - greatest(0, ${PRICE_IN_FORCE} - ${WAIVED_IN_FORCE} - r.reduced))`,
  },
  {
    number: 8,
    name: 'refunds never exceed what was captured, currencies never mix, and test money is never credited beside real money',
    text: `
      select 'payment ' || p.id || ': captured ' || p.captured || ', refunds ' || sum(f.amount)
      from payments p join refunds f on f.payment_id = p.id and f.status in ('done', 'requested', 'due', 'refused')
      group by p.id, p.captured having sum(f.amount) > p.captured
      union all
      select 'payment ' || p.id || ': ' || p.currency || ' for a reservation in ' || r.currency
      from payments p join reservations r on r.id = p.reservation_id where p.currency <> r.currency
      union all
      select 'ledger entry ' || l.id from ledger_entries l join payments p on p.id = l.payment_id
      where l.currency <> p.currency or l.reservation_id <> p.reservation_id
      union all
      select 'payment ' || id || ': test money' from payments
      where not live and captured > 0 and exists (select 1 from payments where live and captured > 0 and provider <> 'cash')`,
  },
  {
    number: 9,
    name: 'no room mixes unrelated men and women, couples are together, needs are met, kept and closed rooms are respected',
    text: `
      with placed as (
        select a.id, a.room_id, a.nights, a.reservation_id, a.participant_id, p.role, p.gender, p.bears_title_id, p.bears_designation_id,
          -- nights of a couple, men and women of one party, or genders not known: they share with nobody
          (select range_agg(o.nights) from bed_assignments o join reservation_participants q on q.id = o.participant_id
            where o.room_id = a.room_id and o.reservation_id = a.reservation_id and o.id <> a.id and o.released_at is null and not o.for_change
              and o.nights && a.nights and (p.role = 'spouse' or q.role = 'spouse' or p.gender is null or q.gender is distinct from p.gender)) as family
        from bed_assignments a join reservation_participants p on p.id = a.participant_id where a.released_at is null and not a.for_change)
      select 'beds ' || a.id || ' and ' || b.id || ' mix' from placed a join placed b
        on b.room_id = a.room_id and b.id > a.id and b.nights && a.nights and b.reservation_id <> a.reservation_id
      where a.family && (a.nights * b.nights) or b.family && (a.nights * b.nights) or a.gender is null or a.gender is distinct from b.gender
      union all
      select 'beds ' || a.id || ' and ' || b.id || ' part a couple' from placed a join placed b
        on b.reservation_id = a.reservation_id and a.role = 'main' and b.role = 'spouse' and b.nights && a.nights
      where a.room_id <> b.room_id
      union all
      select 'bed ' || a.id || ': needs the ground floor' from placed a join reservation_care c on c.participant_id = a.participant_id
        join event_rooms r on r.id = a.room_id where c.ground_floor and r.floor <> 0 and not r.accessible
      union all
      select 'bed ' || a.id || ': the room is ' || r.gender_rule from placed a join event_rooms r on r.id = a.room_id
      where r.gender_rule in ('male', 'female') and (a.family is not null or a.gender is distinct from r.gender_rule)
      union all
      select 'bed ' || a.id || ': the room is under maintenance' from placed a join room_maintenance m on m.room_id = a.room_id and m.nights && a.nights
      union all
      select 'bed ' || a.id || ': the room is kept for others' from placed a join event_rooms r on r.id = a.room_id
      where cardinality(r.kept_for_title_ids) + cardinality(r.kept_for_designation_ids) > 0
        and not exists (select 1 from placed o where o.room_id = a.room_id and o.reservation_id = a.reservation_id and o.nights && a.nights
          and (coalesce(o.bears_title_id = any(r.kept_for_title_ids), false) or coalesce(o.bears_designation_id = any(r.kept_for_designation_ids), false)))
      union all
      -- what decided about a bed is what accounts and lists say now, or what staff wrote down; a job of the change itself follows it
      select 'bed ' || a.id || ': decided on what is not true any more' from placed a
        join reservation_participants p on p.id = a.participant_id
        join reservations r on r.id = a.reservation_id
        join events e on e.id = r.event_id
        left join users u on u.id = p.user_id and p.role = 'main'
        left join spouses s on s.id = p.spouse_id
        left join users l on l.id = s.linked_user_id
        left join family_members f on f.id = p.family_member_id
      where e.ends_at > now() and u.erased_at is null and s.removed_at is null and f.removed_at is null
        and (p.gender is distinct from coalesce(u.gender, s.gender, f.gender)
          or (p.role = 'main' and not p.title_by_staff and p.bears_title_id is distinct from
            case when u.title_id = u.confirmed_title_id or u.title_id not in (select id from titles where needs_confirmation) then u.title_id end)
          or (p.role = 'main' and not p.designation_by_staff and p.bears_designation_id is distinct from
            case when u.designation_id = u.confirmed_designation_id
              or u.designation_id not in (select id from designations where needs_confirmation) then u.designation_id end)
          or (p.role = 'spouse' and not p.title_by_staff and p.bears_title_id is distinct from
            case when s.title_id in (s.confirmed_title_id, l.confirmed_title_id) or s.title_id not in (select id from titles where needs_confirmation) then s.title_id end))
        and not exists (select 1 from graphile_worker.jobs j where j.attempts < j.max_attempts
          and (j.key like 'refit_beds:' || r.user_id || ':%' or j.key like 'refit_beds:' || s.linked_user_id || ':%'))`,
  },
  {
    number: 14,
    name: 'no child sleeps in a room with unrelated adults unless a guardian is in it',
    text: `
      with placed as (
        select a.id, a.room_id, a.nights, a.reservation_id, p.minor
        from bed_assignments a join reservation_participants p on p.id = a.participant_id where a.released_at is null and not a.for_change)
      select 'bed ' || c.id || ': a child beside bed ' || o.id from placed c
      join placed o on o.room_id = c.room_id and o.nights && c.nights and o.reservation_id <> c.reservation_id and not o.minor
      where c.minor and not exists (select 1 from placed g
        where g.reservation_id = c.reservation_id and not g.minor and g.room_id = c.room_id and g.nights @> (c.nights * o.nights))`,
  },
  {
    number: 10,
    name: 'a scan is stored once, a double entry is flagged, and who is inside follows from the scans',
    text: `
      select 'device ' || device_id || ', scan ' || scan_id from scans group by device_id, scan_id having count(*) > 1
      union all
      select 'scan ' || s.id || ': double entry of ' || coalesce(s.double_of::text, 'none') || ', the scans say ' || coalesce(f.double_of::text, 'none')
      from scans s left join scan_fold f on f.id = s.id where s.double_of is distinct from f.double_of
      union all
      select 'participant ' || p.id || ': in ' || coalesce(p.checked_in_at::text, 'never') || ', out ' || coalesce(p.checked_out_at::text, 'never')
        || ', the scans say ' || coalesce(g.checked_in_at::text, 'never') || ', ' || coalesce(g.checked_out_at::text, 'never')
      from reservation_participants p left join gate_fold g on g.participant_id = p.id
      where (p.checked_in_at is not null or g.participant_id is not null)
        and (p.checked_in_at, p.checked_out_at) is distinct from (g.checked_in_at, g.checked_out_at)`,
  },
  {
    // The first transition starts from nothing, each starts where the one before ended, and the last ends at the
    // status.
    number: 11,
    name: 'a status equals the sequence of its transitions',
    long: true,
    text: `
      select 'reservation ' || coalesce(r.id, t.reservation_id) || ': ' || coalesce(r.status, 'not there') || ', transitions from '
        || coalesce(t.froms, 'nothing') || ' to ' || coalesce(t.tos, 'nothing')
      from reservations r
      full join (select reservation_id, string_agg(coalesce(from_status, ''), '>' order by id) as froms, string_agg(to_status, '>' order by id) as tos
        from reservation_transitions group by reservation_id) t on t.reservation_id = r.id
      where t.froms || '>' || r.status is distinct from '>' || t.tos`,
  },
  {
    number: 13,
    name: 'events together never sell more beds than exist and are open',
    text: `
      select 'block ' || event_block_id || ', category ' || room_category_id || ', ' || night || ': ' || sum(beds) || ' beds of '
        || open_beds(event_block_id, room_category_id, night)
      from event_beds where night >= current_date
      group by event_block_id, room_category_id, night having sum(beds) > open_beds(event_block_id, room_category_id, night)
      union all
      select 'pool of block ' || p.event_block_id || ', ' || p.night || ': ' || p.claimed || ' of ' || p.beds || ' counted'
      from bed_pool p
      where p.night >= current_date and (p.beds <> open_beds(p.event_block_id, p.room_category_id, p.night)
        or p.claimed <> coalesce((select sum(x.beds) from event_beds x
          where x.event_block_id = p.event_block_id and x.room_category_id = p.room_category_id and x.night = p.night), 0))
      union all
      select 'quota ' || q.id || ': ' || q.claimed || ' sold of ' || q.capacity
      from quotas q join events e on e.id = q.event_id
      where q.kind = 'beds' and q.night >= current_date and e.status in ('published', 'unpublished')
        and coalesce(q.capacity, q.claimed + 1) > coalesce((select sum(x.beds) from event_beds x
          where x.event_accommodation_id = q.ref_id and x.night = q.night), 0)`,
  },
  {
    number: 15,
    name: 'a till equals receipts minus voids minus what was given back, and a closing says what the books say',
    text: `
      select 'payment ' || p.id || ': cash without a till' from payments p
      where p.provider = 'cash' and p.captured > 0 and not exists (select 1 from ledger_entries l
        where l.payment_id = p.id and l.kind = 'capture' and l.till_id = p.cashier_id and l.amount = p.captured)
      union all
      select 'payment ' || p.id || ': void, and still in a till' from payments p
      where p.provider = 'cash' and p.status = 'void' and not exists (select 1 from ledger_entries l
        where l.payment_id = p.id and l.kind = 'void' and l.till_id is not null)
      union all
      select 'refund ' || f.id || ': slip ' || f.slip_number || ', and still in the till' from refunds f
      where f.slip_number is not null and not exists (select 1 from ledger_entries l
        where l.kind = 'refund' and l.till_id is not null and l.amount = -f.amount
          and (l.refund_id = f.id or (l.refund_id is null and l.payment_id = f.payment_id)))
      union all
      select 'ledger entry ' || l.id || ': in a till, and no cash' from ledger_entries l join payments p on p.id = l.payment_id
        left join refunds f on f.id = l.refund_id
      where l.till_id is not null and p.provider <> 'cash' and f.way is distinct from 'cash'
      union all
      select 'slips: ' || count(*) || ', numbers up to ' || max(slip_number) || ', counter ' || (select value from counters where name = 'cash_slip')
      from refunds where slip_number is not null having count(*) <> max(slip_number) or max(slip_number) <> (select value from counters where name = 'cash_slip')
      union all
      select 'closing ' || c.number || ': taken ' || c.taken || ', voided ' || c.voided || ', given back ' || c.given_back || ', the books say '
        || coalesce(b.taken, 0) || ', ' || coalesce(b.voided, 0) || ', ' || coalesce(b.given_back, 0)
      from cash_closings c left join (
        select till_id, till_day, currency, sum(amount) filter (where kind = 'capture') as taken, -sum(amount) filter (where kind = 'void') as voided,
          -sum(amount) filter (where kind in ('refund', 'refund_returned')) as given_back
        from ledger_entries where till_id is not null group by till_id, till_day, currency) b
        on b.till_id = c.cashier_id and b.till_day = c.day and b.currency = c.currency
      where c.taken <> coalesce(b.taken, 0) or c.voided <> coalesce(b.voided, 0) or c.given_back <> coalesce(b.given_back, 0)`,
  },
  {
    number: 16,
    name: 'money of a failed or cancelled reservation is kept by the refund rule, refunded, or due to be refunded',
    text: `
      select 'reservation ' || r.id || ': ' || r.status || ', paid ' || r.paid || ', kept ' || r.retained || ', to be refunded ' || coalesce(f.amount, 0)
      from reservations r left join (select p.reservation_id, sum(f.amount) as amount from refunds f join payments p on p.id = f.payment_id
        where f.status in ('due', 'requested', 'refused') group by p.reservation_id) f on f.reservation_id = r.id
      where r.status in ('failed', 'cancelled') and r.paid <> r.retained + coalesce(f.amount, 0)`,
  },
  {
    // Invariant 10 compares who was let in with the scans, and invariant 6 says that nothing is owed once redeemed.
    number: 17,
    name: 'a live reservation is redeemed exactly when an accepted check-in of it counts',
    text: `
      select 'reservation ' || r.id || ': ' || r.status || ', let in: ' || coalesce(i.persons, 0)
      from reservations r left join (
        select reservation_id, count(*) as persons from reservation_participants where checked_in_at is not null group by reservation_id) i
        on i.reservation_id = r.id
      where (r.status = 'redeemed' and i.persons is null)
        or (r.status = 'active' and i.persons > 0 and ${IS_SETTLED})`,
  },
]

const SAMPLES = 5

/**
 * Runs one check in a transaction of its own. Books of years are joined in memory instead of in temporary files, and
 * can take longer than a request. Sums per id use an index that is ordered by id, because hashing a million texts is
 * slower. No parallel workers: two checks at a time already use two cores.
 */
const runCheck = (db: Db | Tx, { number, name, text }: Check): Promise<InvariantReport> => {
  const check = async (tx: Tx): Promise<InvariantReport> => {
    await sql`select set_config(name, value, true) from (values ('work_mem', '192MB'), ('statement_timeout', '0'), ('jit', 'off'),
      ('enable_hashagg', 'off'), ('max_parallel_workers_per_gather', '0')) as settings(name, value)`.execute(tx)
    const { rows } = await sql<{ count: number; samples: string[] | null }>`
      with found(what) as materialized (${sql.raw(text)})
      select (select count(*)::int from found) as count,
        (select array_agg(what) from (select what from found limit ${sql.lit(SAMPLES)}) as few) as samples`.execute(tx)
    return { number, name, count: rows[0]?.count ?? 0, samples: rows[0]?.samples ?? [] }
  }
  return db.isTransaction ? check(db) : db.transaction().execute(check)
}

/** Verifies the hash chain of the audit trail from its first row. */
const checkAudit = async (db: Db | Tx): Promise<InvariantReport> => {
  const { broken, samples } = await walkChain(db)
  return { number: 12, name: 'the hash chain of the audit trail verifies from its first row', count: broken, samples }
}

/** Checks the invariants of the books: all but the audit trail, which is verified separately. Reads only. */
export const checkBooks = async (db: Db | Tx): Promise<InvariantReport[]> => {
  const waiting = [...CHECKS].sort((a, b) => Number(b.long ?? false) - Number(a.long ?? false))
  const reports: InvariantReport[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) reports.push(await runCheck(db, check))
  }
  // Two at a time: each uses one core, and concurrent reservations need the others.
  await Promise.all([work(), work()])
  return reports.sort((a, b) => a.number - b.number)
}

/** Checks all invariants on the database. Reads only. */
export const runInvariants = async (db: Db | Tx): Promise<InvariantReport[]> => [
  ...(await checkBooks(db)),
  await checkAudit(db),
]
