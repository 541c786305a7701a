-- Each badge that was printed. The badge of a reprint shows its number.
create table badge_prints (
  id bigint generated always as identity primary key,
  -- the activity that made the file, or the id that a gate gave to its print: sent again, it is the same print
  print_id text not null,
  participant_id oid24 not null references reservation_participants on delete cascade,
  reservation_id oid24 not null references reservations on delete restrict,
  event_id oid24 not null references events on delete cascade,
  layout text not null constraint badge_prints_layout check (layout in ('a6', 'lanyard', 'label', 'wristband', 'couple', 'sheet')),
  place text not null constraint badge_prints_place check (place in ('office', 'gate')),
  printed_by oid24 references users on delete set null,
  printed_at timestamptz not null,
  unique (participant_id, print_id)
);
create index badge_prints_reservation on badge_prints (reservation_id);
create index badge_prints_event on badge_prints (event_id, id);
create index badge_prints_printed_by on badge_prints (printed_by) where printed_by is not null;

-- What was asked for by a body. Null: by the address alone.
alter table background_exports add body jsonb;
