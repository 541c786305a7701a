-- What happened to the beds of groups, for the page of the office. An allotment that ended keeps its history.
create table allotment_changes (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  held_for text not null,
  kind text not null check (kind in ('given', 'more', 'fewer', 'changed', 'named', 'reminded', 'returned', 'ended')),
  beds integer not null constraint allotment_changes_beds check (beds >= 0),
  -- who was named
  reservation_id oid24 references reservations on delete cascade,
  -- null: on its day, without a person
  done_by oid24 references users on delete set null,
  at timestamptz not null,
  -- the order of what happened at the same time
  number bigint generated always as identity,
  constraint allotment_changes_named check ((reservation_id is not null) = (kind = 'named'))
);
create index allotment_changes_event on allotment_changes (event_id, at desc);
create index allotment_changes_reservation on allotment_changes (reservation_id) where reservation_id is not null;
create index allotment_changes_by on allotment_changes (done_by) where done_by is not null;
insert into allotment_changes (event_id, held_for, kind, beds, done_by, at)
select a.event_id, coalesce(u.name, t.name, a.sponsor), 'given', a.given, a.created_by, a.created_at
from allotments a left join church_units u on u.id = a.unit_id left join committee_types t on t.id = a.committee_type_id;
insert into allotment_changes (event_id, held_for, kind, beds, reservation_id, done_by, at)
select a.event_id, coalesce(u.name, t.name, a.sponsor), 'named', g.beds, g.reservation_id, g.named_by, g.created_at
from allotment_guests g join allotments a on a.id = g.allotment_id
left join church_units u on u.id = a.unit_id left join committee_types t on t.id = a.committee_type_id;
