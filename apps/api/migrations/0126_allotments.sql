-- Beds that an event holds for a group: claims without a person (docs/adr/0059-allotments.md).
create table allotments (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  event_accommodation_id oid24 not null,
  check_in date not null,
  check_out date not null,
  -- who they are held for: a unit of the church map, a committee, or a sponsor by name
  unit_id oid24 references church_units on delete restrict,
  committee_type_id oid24 references committee_types on delete restrict,
  sponsor text,
  -- who fills them, and is reminded
  leader_id oid24 references users on delete set null,
  note text not null default '',
  -- given = held + taken + returned; a bed counts for all nights of the allotment
  given integer not null constraint allotments_given check (given >= 1),
  held integer not null constraint allotments_held check (held >= 0),
  taken integer not null default 0 constraint allotments_taken check (taken >= 0),
  returned integer not null default 0 constraint allotments_returned check (returned >= 0),
  created_by oid24 references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint allotments_accommodation_fkey foreign key (event_accommodation_id, event_id)
    references event_accommodations (id, event_id) on delete restrict,
  constraint allotments_nights check (check_out > check_in),
  constraint allotments_one_owner check (num_nonnulls(unit_id, committee_type_id, sponsor) = 1),
  constraint allotments_sum check (given = held + taken + returned)
);
create index allotments_event on allotments (event_id);
create index allotments_accommodation on allotments (event_accommodation_id);
create index allotments_unit on allotments (unit_id) where unit_id is not null;
create index allotments_committee on allotments (committee_type_id) where committee_type_id is not null;
create index allotments_leader on allotments (leader_id) where leader_id is not null;
create index allotments_by on allotments (created_by) where created_by is not null;

-- When empty beds go back: on a day of the event's time zone, so many, or the rest.
create table allotment_releases (
  allotment_id oid24 not null references allotments on delete cascade,
  on_day date not null,
  beds integer constraint allotment_releases_beds check (beds >= 1),
  reminded_at timestamptz,
  done_at timestamptz,
  constraint allotment_releases_pkey primary key (allotment_id, on_day)
);
create index allotment_releases_due on allotment_releases (on_day) where done_at is null;

-- Who took beds of an allotment. The claims are the reservation's own from then on.
create table allotment_guests (
  reservation_id oid24 primary key references reservations on delete cascade,
  allotment_id oid24 not null references allotments on delete cascade,
  beds integer not null constraint allotment_guests_beds check (beds >= 1),
  named_by oid24 references users on delete set null,
  created_at timestamptz not null
);
create index allotment_guests_allotment on allotment_guests (allotment_id);
create index allotment_guests_by on allotment_guests (named_by) where named_by is not null;

alter table claims add allotment_id oid24;
alter table claims drop constraint claims_one_holder;
alter table claims add constraint claims_one_holder check (num_nonnulls(reservation_id, waiting_entry_id, allotment_id) = 1);
create index claims_allotment on claims (allotment_id) where released_at is null and allotment_id is not null;
