-- An import keeps its file, its columns, the values that were mended, and what it changed, so that it can be undone.
alter table import_runs drop constraint import_runs_status_check;
alter table import_runs
  add constraint import_runs_status_check
    check (status in ('draft', 'running', 'completed', 'failed', 'stopped', 'undone')),
  add rows_unchanged integer not null default 0,
  add rows_done integer not null default 0,
  add file_id oid24 references files,
  add activity_id oid24 references activities on delete set null,
  add headers jsonb not null default '[]',
  add mapping jsonb not null default '{}',
  add mends jsonb not null default '[]',
  add checked_at timestamptz,
  add undone_at timestamptz,
  add undone_by oid24 references users;
create index import_runs_file on import_runs (file_id) where file_id is not null;
create index import_runs_activity on import_runs (activity_id) where activity_id is not null;

-- The columns that an office chose for files with this header.
create table import_mappings (
  resource text not null,
  headers_sha256 text not null,
  mapping jsonb not null,
  updated_at timestamptz not null,
  primary key (resource, headers_sha256)
);

-- A row that an import wrote. Of a created one the digest is kept, of a changed one the changed columns.
create table import_changes (
  import_id oid24 not null references import_runs on delete cascade,
  table_name text not null,
  row_id oid24 not null,
  created boolean not null,
  digest text,
  before jsonb,
  after jsonb,
  primary key (import_id, table_name, row_id)
);

create function note_import() returns trigger language plpgsql as $$
declare
  was jsonb;
  is_now jsonb;
begin
  if tg_op = 'INSERT' then
    insert into import_changes (import_id, table_name, row_id, created, digest)
    values (current_setting('shiloh.import'), tg_table_name, new.id, true, md5(new::text));
    return null;
  end if;
  select coalesce(jsonb_object_agg(o.key, o.value), '{}'), coalesce(jsonb_object_agg(o.key, n.value), '{}') into was, is_now
  from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n using (key) where o.value is distinct from n.value;
  insert into import_changes as c (import_id, table_name, row_id, created, digest, before, after)
  values (current_setting('shiloh.import'), tg_table_name, new.id, false, md5(new::text), was, is_now)
  on conflict (import_id, table_name, row_id) do update set
    digest = excluded.digest,
    before = case when c.created then null else excluded.before || c.before end,
    after = case when c.created then null else c.after || excluded.after end;
  return null;
end $$;

-- The condition is evaluated for each row of everybody's writes, the function only for those of an import.
do $$
declare
  name text;
begin
  foreach name in array array['users', 'church_units', 'countries', 'titles', 'designations', 'event_centers', 'event_blocks',
    'event_rooms', 'room_categories', 'speakers', 'caterers', 'products', 'product_options', 'participant_types',
    'committee_types'] loop
    execute format('create trigger note_import after insert or update on %I for each row
      when (coalesce(current_setting(''shiloh.import'', true), '''') <> '''') execute function note_import()', name);
  end loop;
end $$;
