-- A volunteer takes a scan back on the phone that made it. The scan stays, and lets nobody through.
alter table scans
  -- by the server's clock
  add undone_at timestamptz,
  add undone_by oid24 references users,
  add constraint scans_undone check ((undone_at is null) = (undone_by is null));
alter table scans alter column accepted
  set expression as (coalesce(said, result) = 'ok' and result <> 'wrong_event' and withdrawn_at is null and undone_at is null);
create index scans_undone_by on scans (undone_by) where undone_by is not null;
