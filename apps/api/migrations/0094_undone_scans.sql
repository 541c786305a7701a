-- formerly 3ed560709b33653cc82334ad3e443ec17cc0c44d0459c37deae7d8c2f00373d4
-- A volunteer takes a scan back on the phone that made it. The scan stays, and lets nobody through.
alter table scans
  -- by the server's clock
  add undone_at timestamptz,
  add undone_by oid24 references users,
  add constraint scans_undone check ((undone_at is null) = (undone_by is null));
-- PostgreSQL before 17 cannot change the expression of a generated column: it is made again, and with it the views on it.
do $$
declare
  scans_view text := pg_get_viewdef('scan_fold');
  gate_view text := pg_get_viewdef('gate_fold');
begin
  drop view gate_fold, scan_fold;
  alter table scans drop column accepted;
  alter table scans
    add accepted boolean not null generated always as
      (coalesce(said, result) = 'ok' and result <> 'wrong_event' and withdrawn_at is null and undone_at is null) stored;
  execute 'create view scan_fold as ' || scans_view;
  execute 'create view gate_fold as ' || gate_view;
end $$;
create index scans_undone_by on scans (undone_by) where undone_by is not null;
