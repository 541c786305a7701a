-- What somebody deleted a moment ago, to bring it back.
create table removals (
  id oid24 primary key default new_id(),
  actor_id oid24 not null references users on delete cascade,
  kind text not null,
  rows jsonb not null,
  at timestamptz not null,
  undone_at timestamptz
);
create index removals_actor_id on removals (actor_id);
create index removals_at on removals (at);
