-- Beds: who may sleep where is decided by what is known of a person, not by what a request says.

-- The title and designation that decided when the reservation was made or last changed: what staff wrote down, else the account's.
-- What a request says about them stays on the reservation, as an answer, and opens nothing.
alter table reservation_participants
  add bears_title_id oid24,
  add bears_designation_id oid24,
  -- staff wrote it down: it stays when the account says something else
  add title_by_staff boolean not null default false,
  add designation_by_staff boolean not null default false;

update reservation_participants p set
  bears_title_id = case when r.source = 'staff' then coalesce(r.title_id, u.title_id) else u.title_id end,
  bears_designation_id = case when r.source = 'staff' then coalesce(r.designation_id, u.designation_id) else u.designation_id end,
  title_by_staff = r.source = 'staff' and r.title_id is not null,
  designation_by_staff = r.source = 'staff' and r.designation_id is not null
from reservations r join users u on u.id = r.user_id
where r.id = p.reservation_id and p.role = 'main'
  and (u.title_id is not null or u.designation_id is not null or (r.source = 'staff' and (r.title_id is not null or r.designation_id is not null)));

alter table bed_assignments
  -- a bed kept for a change that waits to be paid: beside the one the person has
  add for_change boolean not null default false,
  add released_reason text;
alter table bed_assignments drop constraint one_bed_a_person;
alter table bed_assignments add constraint one_bed_a_person
  exclude using gist (participant_id with =, nights with &&) where (released_at is null and not for_change);
-- Who sleeps at an event: rooms are listed by those who have none.
create index bed_assignments_participant on bed_assignments (participant_id) where released_at is null;

-- Reservations of an event with nights to sleep: few events sell none, and the list of those without a room asks for them.
create index reservations_stays on reservations (event_id, created_at desc, id)
  where event_accommodation_id is not null and status in ('active', 'redeemed');
