-- Staff look at double entries and corrections, and withdraw scans that were no entry: a wrong tick, a wrong direction.
alter table scans
  add looked_at timestamptz,
  add looked_by oid24 references users,
  add withdrawn_at timestamptz,
  add withdrawn_by oid24 references users,
  add constraint scans_looked check ((looked_at is null) = (looked_by is null)),
  add constraint scans_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null));
-- a withdrawn scan stays, and lets nobody through
alter table scans alter column accepted set expression as (coalesce(said, result) = 'ok' and withdrawn_at is null);
create index scans_looked_by on scans (looked_by) where looked_by is not null;
create index scans_withdrawn_by on scans (withdrawn_by) where withdrawn_by is not null;
