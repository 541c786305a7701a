-- A run does the steps of the version with which it began. What these name is kept as long as the run is under way, also when the
-- workflow was changed or turned off meanwhile. The former version answers the same, without the count.
create function keep_for_runs() returns trigger language plpgsql as $$
begin
  if exists (select from workflow_versions v where strpos((v.definition -> 'steps')::text, '"' || old.id || '"') > 0
      and exists (select from workflow_runs r where r.workflow_id = v.workflow_id and r.version = v.version and r.finished_at is null)) then
    raise foreign_key_violation using message = tg_table_name || ' is named by a step of a run that is under way',
      table = 'workflow_runs', constraint = 'workflow_runs_steps_fkey';
  end if;
  return old;
end $$;
create trigger keep_for_runs before delete on roles for each row execute function keep_for_runs();
create trigger keep_for_runs before delete on committee_types for each row execute function keep_for_runs();
create trigger keep_for_runs before delete on message_templates for each row execute function keep_for_runs();
