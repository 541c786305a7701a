-- What a bulk edit sets, and what each row had before and after it, so that it can be undone.
alter table bulk_edits
  add column change jsonb not null default '{}',
  -- Rows that were already so.
  add column unchanged integer not null default 0,
  -- The edit that this one takes back.
  add column undoes oid24 references bulk_edits on delete cascade;
create index bulk_edits_undoes on bulk_edits (undoes) where undoes is not null;

-- A row is deleted when its change was taken back.
create table bulk_edit_rows (
  activity_id oid24 not null references bulk_edits on delete cascade,
  row_id text not null,
  before jsonb not null,
  after jsonb not null,
  primary key (activity_id, row_id)
);
