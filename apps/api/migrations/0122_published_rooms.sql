-- Rooms that people have been told of. A bed that was assigned since waits for the next publication.
create table known_rooms (
  participant_id oid24 primary key references reservation_participants on delete cascade,
  -- Null: they know that they have none. No foreign key: people still believe in a room that has been deleted.
  room_id oid24,
  known_since timestamptz not null
);

-- Until now a room was shown as soon as it was assigned.
insert into known_rooms (participant_id, room_id, known_since)
select distinct on (participant_id) participant_id, room_id, created_at from bed_assignments
where released_at is null and not for_change order by participant_id, nights;

-- Each time the office told people of their rooms.
create table room_publications (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  number int not null check (number >= 1),
  activity_id oid24 not null,
  published_by oid24 references users on delete set null,
  published_at timestamptz not null,
  -- Null while people are being told.
  ended_at timestamptz,
  -- The last reservation that was told: a new worker continues after it.
  told_until oid24,
  given int not null default 0 check (given >= 0),
  moved int not null default 0 check (moved >= 0),
  taken int not null default 0 check (taken >= 0),
  unique (event_id, number)
);
create unique index room_publications_one_at_a_time on room_publications (event_id) where ended_at is null;
create index room_publications_activity on room_publications (activity_id);
create index room_publications_by on room_publications (published_by) where published_by is not null;
