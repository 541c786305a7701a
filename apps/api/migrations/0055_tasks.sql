-- Tasks and planning. A task has no status beyond what a board shows.
alter table tasks drop constraint tasks_status_check;
update tasks set status = case status when 'processing' then 'in_progress' when 'completed' then 'done' when 'cancelled' then 'done' else 'open' end;
alter table tasks alter column status set default 'open';
alter table tasks add constraint tasks_status_check check (status in ('open', 'in_progress', 'done'));

-- The office's lists of what an event needs, with days relative to its start.
create table task_templates (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table task_template_items (
  id oid24 primary key default new_id(),
  template_id oid24 not null references task_templates on delete cascade,
  position integer not null,
  title text not null,
  description text not null default '',
  -- Days from the first day of the event: negative before it.
  offset_days integer not null check (offset_days between -730 and 730),
  role_id oid24 references roles on delete set null,
  remind_days integer check (remind_days between 0 and 60),
  checklist text[] not null default '{}'
);
create index task_template_items_template on task_template_items (template_id, position);

alter table tasks
  add role_id oid24 references roles on delete set null,
  -- While somebody is chosen, also after that account or role has gone.
  add assigned_at timestamptz,
  -- Days from the first day of the event: the due date follows the event until somebody chooses a date or it is done.
  add offset_days integer check (offset_days between -730 and 730),
  add remind_days integer check (remind_days between 0 and 60),
  -- The due date that the assignee was last reminded of.
  add reminded_for date,
  add position double precision not null default 0,
  add reservation_id oid24 references reservations on delete set null,
  add user_id oid24 references users on delete set null,
  add ticket_id oid24 references support_tickets on delete set null,
  add template_item_id oid24 references task_template_items on delete set null,
  add completed_at timestamptz,
  add completed_by oid24 references users on delete set null,
  add constraint tasks_one_assignee check (num_nonnulls(assignee_id, role_id) <= 1),
  add constraint tasks_offset_of_event check (offset_days is null or event_id is not null);
update tasks set assigned_at = created_at where assignee_id is not null;
update tasks set completed_at = updated_at where status = 'done';
update tasks t set position = n.n from (select id, row_number() over (order by due_on nulls last, id) as n from tasks) n where n.id = t.id;
-- A template that is applied twice makes no task twice.
create unique index tasks_once_an_event on tasks (event_id, template_item_id) where template_item_id is not null;
create index tasks_board on tasks (status, position, id);
create index tasks_assignee on tasks (assignee_id) where status <> 'done';
create index tasks_role on tasks (role_id) where status <> 'done';
create index tasks_event on tasks (event_id) where event_id is not null;
create index tasks_reservation on tasks (reservation_id) where reservation_id is not null;
create index tasks_user on tasks (user_id) where user_id is not null;
create index tasks_ticket on tasks (ticket_id) where ticket_id is not null;

create table task_checks (
  id oid24 primary key default new_id(),
  task_id oid24 not null references tasks on delete cascade,
  position integer not null,
  text text not null,
  done_at timestamptz,
  done_by oid24 references users on delete set null
);
create index task_checks_task on task_checks (task_id, position);

create table task_comments (
  id oid24 primary key default new_id(),
  task_id oid24 not null references tasks on delete cascade,
  author_id oid24 references users on delete set null,
  body text not null,
  created_at timestamptz not null default now()
);
create index task_comments_task on task_comments (task_id, created_at, id);
