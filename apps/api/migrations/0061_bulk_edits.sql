-- One act on many rows: those of a filter, or selected ones. The rows are written down when it begins, so that each is
-- acted on once, also after a crash.
create table bulk_edits (
  activity_id oid24 primary key references activities on delete cascade,
  resource text not null,
  act text not null,
  reason text not null default '',
  actor_id oid24 references users on delete set null,
  actor_name text not null,
  language text not null,
  ids text[] not null,
  -- Rows that were answered, in the order of the ids.
  answered integer not null default 0,
  -- [{ "id", "code" }]: those that were refused, and why.
  refused jsonb not null default '[]'
);
create index bulk_edits_actor on bulk_edits (actor_id);
