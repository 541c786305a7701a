-- Where people are scanned: the gate, a hall, a sitting, a session, a bus, a key desk. All gates of an event share one state.
create table scan_points (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  kind text not null,
  rule text not null,
  name text not null check (name <> ''),
  -- warns, and refuses nobody
  capacity integer check (capacity > 0),
  starts_at timestamptz,
  -- a sitting: who ordered from this caterer; null: from any
  caterer_id oid24,
  position integer not null default 0,
  constraint scan_points_rule check ((kind, rule) in (('gate', 'in_out'), ('hall', 'count'), ('hall', 'in_out'), ('meal', 'once'),
    ('session', 'once'), ('session', 'count'), ('session', 'in_out'), ('bus', 'once'), ('bus', 'once_a_day'), ('bus', 'in_out'),
    ('key_desk', 'once'), ('key_desk', 'in_out'))),
  constraint scan_points_caterer_serves_meal check (caterer_id is null or kind = 'meal'),
  -- deferred: an event's caterers and sittings are saved together
  constraint scan_points_caterer foreign key (event_id, caterer_id) references event_caterers (event_id, caterer_id)
    deferrable initially deferred
);
create index scan_points_event on scan_points (event_id, position);

-- Every event has a gate from its first moment. Scans that name no point are at the first gate.
insert into scan_points (event_id, kind, rule, name) select id, 'gate', 'in_out', 'Gate' from events;
create function open_gate() returns trigger language plpgsql as $$
begin
  insert into scan_points (event_id, kind, rule, name) values (new.id, 'gate', 'in_out', 'Gate');
  return null;
end $$;
create trigger events_open_gate after insert on events for each row execute function open_gate();

alter table scans
  add point_id oid24 references scan_points on delete restrict,
  -- what a device decided by itself, before the server knew of the scan
  add said text,
  -- the time on the device's own clock; scanned_at is the time by the server's clock
  add device_time timestamptz,
  -- the entry because of which this entry is a double one
  add double_of bigint references scans on delete restrict,
  -- the person went through: what a device decided has happened, whatever the server says afterwards
  add accepted boolean not null generated always as (coalesce(said, result) = 'ok') stored,
  drop constraint scans_result_check,
  add constraint scans_result_check check (result in ('ok', 'already_redeemed', 'unpaid', 'cancelled', 'no_meal', 'wrong_event', 'not_found', 'invalid')),
  add constraint scans_said_check check (said in ('ok', 'already_redeemed', 'unpaid', 'cancelled', 'no_meal', 'wrong_event', 'not_found', 'invalid'));
create index scans_point on scans (point_id, participant_id);
create index scans_double on scans (event_id) where double_of is not null;

update scans s set point_id = g.id from scan_points g where g.event_id = s.event_id;

-- The fold of scans (packages/contract/src/checkin/scans.ts) in SQL: what migrations and invariants compare the books with.
-- `turn` is the number of exits so far; an entry is in the visit that `opened_by` began.
create view scan_fold as
  with placed as (
    select s.id, s.participant_id, s.event_id, s.direction, s.scanned_at, s.device_id, s.scan_id,
      coalesce(p.rule, 'in_out') as rule, case when coalesce(p.kind, 'gate') = 'gate' then 'gate' else p.id::text end as place
    from scans s left join scan_points p on p.id = s.point_id where s.accepted and s.participant_id is not null),
  turned as (
    select placed.*, count(*) filter (where direction = 'out')
      over (partition by participant_id, place order by scanned_at, device_id collate "C", scan_id collate "C") as turn
    from placed),
  visits as (
    select t.*, case rule when 'once' then '' when 'once_a_day' then (t.scanned_at at time zone e.time_zone)::date::text else turn::text end as visit
    from turned t join events e on e.id = t.event_id),
  opened as (
    select v.*, case when direction = 'in' then first_value(id) over (partition by participant_id, place, visit, direction
      order by scanned_at, device_id collate "C", scan_id collate "C") end as opened_by
    from visits v)
  select o.id, o.participant_id, o.event_id, o.place, o.direction, o.scanned_at, o.turn, o.opened_by,
    case when o.rule <> 'count' and f.device_id <> o.device_id then o.opened_by end as double_of
  from opened o left join scans f on f.id = o.opened_by;

-- Who is in by the scans. A participant who was never scanned has no row.
create view gate_fold as
  with fold as materialized (select * from scan_fold where place = 'gate'),
  entries as (
    select distinct on (participant_id) participant_id, turn, scanned_at from fold where direction = 'in' and opened_by = id
    order by participant_id, turn desc)
  select e.participant_id, e.scanned_at as checked_in_at, l.scanned_at as checked_out_at
  from entries e left join fold l on l.participant_id = e.participant_id and l.direction = 'out' and l.turn = e.turn + 1;

-- Clocks of devices differed, so the order of arrival was not always the order of the scans.
update scans s set double_of = f.double_of from scan_fold f where f.id = s.id and f.double_of is not null;
update reservation_participants p set checked_in_at = g.checked_in_at, checked_out_at = g.checked_out_at
from gate_fold g where g.participant_id = p.id
  and (p.checked_in_at, p.checked_out_at) is distinct from (g.checked_in_at, g.checked_out_at);
