-- Notes of the office about a person, for staff. They go with the account.
create table person_notes (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  author_id oid24 references users on delete set null,
  body text not null check (body <> ''),
  created_at timestamptz not null
);
create index person_notes_of on person_notes (user_id, created_at desc, id);

-- The navigation counts what waits for staff; each count reads only what waits.
create index reservations_to_approve on reservations (event_id)
  where status = 'pending' and needs_approval and approved_at is null;
create index support_tickets_open on support_tickets (created_at) where status = 'open';
create index support_tickets_user on support_tickets (user_id, created_at desc);
