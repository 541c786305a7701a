-- formerly e85470900a605d586bb1277f1d23b42aa52efd2f3faae491d845bb1fff35561f
-- Staff look at double entries and corrections, and withdraw scans that were no entry: a wrong tick, a wrong direction.
alter table scans
  add looked_at timestamptz,
  add looked_by oid24 references users,
  add withdrawn_at timestamptz,
  add withdrawn_by oid24 references users,
  add constraint scans_looked check ((looked_at is null) = (looked_by is null)),
  add constraint scans_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null));
-- a withdrawn scan stays, and lets nobody through
-- PostgreSQL before 17 cannot change the expression of a generated column: it is made again, and with it the views on it.
do $$
declare
  scans_view text := pg_get_viewdef('scan_fold');
  gate_view text := pg_get_viewdef('gate_fold');
begin
  drop view gate_fold, scan_fold;
  alter table scans drop column accepted;
  alter table scans
    add accepted boolean not null generated always as (coalesce(said, result) = 'ok' and withdrawn_at is null) stored;
  execute 'create view scan_fold as ' || scans_view;
  execute 'create view gate_fold as ' || gate_view;
end $$;
create index scans_looked_by on scans (looked_by) where looked_by is not null;
create index scans_withdrawn_by on scans (withdrawn_by) where withdrawn_by is not null;
