-- A workflow acts with the permissions of who wrote or turned on its version. Null: nobody has turned on one of ours, or
-- the account is gone.
alter table workflow_versions add column author_id oid24 references users on delete set null;
create index workflow_versions_author on workflow_versions (author_id);
-- Of those that are there: who last changed them, by the audit trail; else the owner, who may do everything.
update workflow_versions v set author_id = coalesce(
    (select a.actor_id from audit_trail a join users u on u.id = a.actor_id
      where a.resource = 'workflows' and a.object_id = v.workflow_id and a.action in ('create', 'update')
      order by a.seq desc limit 1),
    (select ur.user_id from user_roles ur join roles o on o.id = ur.role_id and o.is_owner order by ur.user_id limit 1))
  from workflows w where w.id = v.workflow_id and (w.ready is null or w.enabled or w.version > 1);

-- A run whose author lost a permission waits, and is tried again.
alter table workflow_runs drop constraint workflow_runs_state_check;
alter table workflow_runs add constraint workflow_runs_state_check
  check (state in ('running', 'waiting', 'asking', 'paused', 'done', 'failed', 'stopped', 'ended', 'cancelled'));
drop index workflow_runs_due;
create index workflow_runs_due on workflow_runs (wake_at) where state in ('running', 'waiting', 'asking', 'paused');
