-- formerly 699e45d5aaa6b207acd21e6dba24662f2c0fc178d9accf7e72d7bb9e473ab60d
-- A scan of an event's guest at a point that was removed meanwhile is of the person and the event, and counts nowhere.
-- PostgreSQL before 17 cannot change the expression of a generated column: it is made again, and with it the views on it.
do $$
declare
  scans_view text := pg_get_viewdef('scan_fold');
  gate_view text := pg_get_viewdef('gate_fold');
begin
  drop view gate_fold, scan_fold;
  alter table scans drop column accepted;
  alter table scans
    add accepted boolean not null
      generated always as (coalesce(said, result) = 'ok' and result <> 'wrong_event' and withdrawn_at is null) stored;
  execute 'create view scan_fold as ' || scans_view;
  execute 'create view gate_fold as ' || gate_view;
end $$;
