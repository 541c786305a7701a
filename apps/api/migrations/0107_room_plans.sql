-- Plans of who sleeps where: proposed by a run, then accepted as a whole or in parts, and taken back.
create table allocation_runs (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  number int not null check (number >= 1),
  activity_id oid24 not null,
  state text not null check (state in ('running', 'proposed', 'confirmed', 'undone', 'discarded', 'failed')),
  weights jsonb not null,
  seed int not null,
  -- SHA-256 of what the run was given, in hexadecimal. The same input, weights and seed give the same plan.
  input_hash text,
  figures jsonb,
  created_by oid24 references users on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (event_id, number),
  constraint allocation_runs_planned check ((figures is null) = (input_hash is null))
);
create unique index allocation_runs_one_at_a_time on allocation_runs (event_id) where state = 'running';
create index allocation_runs_activity on allocation_runs (activity_id);
create index allocation_runs_by on allocation_runs (created_by) where created_by is not null;

-- A row for each person: a bed that is proposed, or why there is none.
create table allocation_places (
  run_id oid24 not null references allocation_runs on delete cascade,
  participant_id oid24 not null references reservation_participants on delete cascade,
  room_id oid24 references event_rooms on delete cascade,
  bed smallint check (bed >= 1),
  reasons jsonb not null,
  state text not null check (state in ('proposed', 'accepted', 'undone', 'left')),
  -- why accepting or undoing it was refused
  refusal text,
  primary key (run_id, participant_id),
  constraint allocation_places_left check ((state = 'left') = (room_id is null)),
  constraint allocation_places_bed check ((room_id is null) = (bed is null))
);
create index allocation_places_participant on allocation_places (participant_id);
create index allocation_places_room on allocation_places (room_id) where room_id is not null;
