-- The undo of an import is an activity of its own. Its figures are written with each part of the rows.
alter table import_runs drop constraint import_runs_status_check;
alter table import_runs
  add constraint import_runs_status_check
    check (status in ('draft', 'running', 'completed', 'failed', 'stopped', 'undoing', 'undone')),
  add undo_activity_id oid24 references activities on delete set null,
  add rows_deleted integer not null default 0,
  add rows_restored integer not null default 0,
  add rows_kept integer not null default 0;
create index import_runs_undo_activity on import_runs (undo_activity_id) where undo_activity_id is not null;
