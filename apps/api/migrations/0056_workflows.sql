-- Workflows: definitions with versions, what happened, runs step by step, and approvals.
drop table workflow_runs;
alter table workflows
  add description text not null default '',
  add moment jsonb,
  add version integer not null default 1,
  alter column enabled set default false,
  alter column conditions set default '{"match": "all", "list": []}';
update workflows set conditions = '{"match": "all", "list": []}', steps = '[]', enabled = false;
update workflows set trigger = 'reservation_made' where trigger not in
  ('reservation_made', 'reservation_paid', 'reservation_cancelled', 'user_registered', 'ticket_opened', 'event_published', 'event_date');
alter table workflows add constraint workflows_trigger_check check (trigger in
  ('reservation_made', 'reservation_paid', 'reservation_cancelled', 'user_registered', 'ticket_opened', 'event_published', 'event_date'));
create index workflows_listening on workflows (trigger) where enabled;

-- What a run began with stays what it runs.
create table workflow_versions (
  workflow_id oid24 not null references workflows on delete cascade,
  version integer not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (workflow_id, version)
);
insert into workflow_versions (workflow_id, version, definition)
  select id, 1, jsonb_build_object('trigger', trigger, 'moment', null, 'conditions', conditions, 'steps', steps) from workflows;

create table workflow_config (
  one boolean primary key default true check (one),
  enabled boolean not null default true,
  approver_role_id oid24 references roles on delete set null,
  runs_per_record integer not null default 3,
  runs_per_hour integer not null default 5000,
  depth integer not null default 3
);
insert into workflow_config default values;

-- What happened, written by the statement that made it happen, while a workflow listens. A job turns it into runs.
create table workflow_events (
  id bigint generated always as identity primary key,
  trigger text not null,
  subject_id oid24 not null,
  -- The run whose step made it happen.
  caused_by oid24,
  at timestamptz not null default now()
);

create table workflow_runs (
  id oid24 primary key default new_id(),
  workflow_id oid24 not null,
  version integer not null,
  subject text not null check (subject in ('reservation', 'user', 'ticket', 'event')),
  subject_id oid24 not null,
  -- What it is about, for lists, denials and foreign keys.
  reservation_id oid24 references reservations on delete set null,
  user_id oid24 references users on delete set null,
  ticket_id oid24 references support_tickets on delete set null,
  event_id oid24 references events on delete set null,
  -- One run for each occasion: a thing that happened, or the date of an event.
  occasion text not null,
  caused_by oid24,
  depth integer not null default 0,
  state text not null default 'running' check (state in ('running', 'waiting', 'asking', 'done', 'failed', 'stopped', 'ended', 'cancelled')),
  -- The step that comes next, and from when.
  path text,
  wake_at timestamptz,
  reason text,
  error text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  foreign key (workflow_id, version) references workflow_versions (workflow_id, version) on delete cascade,
  unique (workflow_id, subject_id, occasion)
);
create index workflow_runs_list on workflow_runs (started_at desc, id);
create index workflow_runs_of on workflow_runs (workflow_id, started_at desc, id);
create index workflow_runs_due on workflow_runs (wake_at) where state in ('running', 'waiting', 'asking');
create index workflow_runs_reservation on workflow_runs (reservation_id) where reservation_id is not null;
create index workflow_runs_user on workflow_runs (user_id) where user_id is not null;
create index workflow_runs_ticket on workflow_runs (ticket_id) where ticket_id is not null;
create index workflow_runs_event on workflow_runs (event_id) where event_id is not null;

-- A step is marked in the transaction of its effects: none happens twice, also after a crash.
create table workflow_steps (
  run_id oid24 not null references workflow_runs on delete cascade,
  path text not null,
  kind text not null,
  state text not null check (state in ('done', 'failed', 'waiting', 'asking')),
  result jsonb not null default '{}',
  at timestamptz not null,
  primary key (run_id, path)
);

create table workflow_approvals (
  id oid24 primary key default new_id(),
  run_id oid24 not null references workflow_runs on delete cascade,
  path text not null,
  role_id oid24 references roles on delete set null,
  question text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'no_answer')),
  comment text not null default '',
  answered_by oid24 references users on delete set null,
  answered_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (run_id, path)
);
create index workflow_approvals_open on workflow_approvals (role_id, created_at) where state = 'open';

-- Noted by the statement that makes it happen, so that no path can forget it. One probe of a small index for a statement,
-- however many rows it writes; nothing more while no workflow listens.
create function workflows_listen(variadic listened text[]) returns boolean language sql stable as $$
  select exists (select from workflows where enabled and trigger = any(listened))
$$;
create function note_workflow_event(listened text, ids text[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 or not workflows_listen(listened) then
    return;
  end if;
  insert into workflow_events (trigger, subject_id, caused_by)
    select listened, id, nullif(current_setting('shiloh.workflow_run', true), '') from unnest(ids) as id;
  perform graphile_worker.add_job('run_workflows', max_attempts => 12);
end $$;

create function workflow_on_transitions() returns trigger language plpgsql as $$
begin
  if workflows_listen('reservation_made', 'reservation_cancelled') then
    perform note_workflow_event('reservation_made', array(select reservation_id::text from fresh where action = 'make'));
    perform note_workflow_event('reservation_cancelled', array(select reservation_id::text from fresh where to_status = 'cancelled'));
  end if;
  return null;
end $$;
create trigger workflow_transitions after insert on reservation_transitions
  referencing new table as fresh for each statement execute function workflow_on_transitions();

create function workflow_on_ledger() returns trigger language plpgsql as $$
begin
  if workflows_listen('reservation_paid') then
    perform note_workflow_event('reservation_paid', array(select distinct reservation_id::text from fresh where kind = 'capture'));
  end if;
  return null;
end $$;
create trigger workflow_ledger after insert on ledger_entries
  referencing new table as fresh for each statement execute function workflow_on_ledger();

create function workflow_on_users() returns trigger language plpgsql as $$
begin
  if workflows_listen('user_registered') then
    -- Accounts: the desk also registers people who cannot sign in.
    perform note_workflow_event('user_registered', array(select id::text from fresh where user_type = 'user' and email is not null));
  end if;
  return null;
end $$;
create trigger workflow_users after insert on users
  referencing new table as fresh for each statement execute function workflow_on_users();

create function workflow_on_tickets() returns trigger language plpgsql as $$
begin
  perform note_workflow_event('ticket_opened', array(select id::text from fresh));
  return null;
end $$;
create trigger workflow_tickets after insert on support_tickets
  referencing new table as fresh for each statement execute function workflow_on_tickets();

create function workflow_on_events() returns trigger language plpgsql as $$
begin
  perform note_workflow_event('event_published', array[new.id::text]);
  return null;
end $$;
create trigger workflow_events_published after update of status on events
  for each row when (new.status = 'published' and old.status <> 'published') execute function workflow_on_events();

-- Six to begin with, switched off, and the messages that they send.
insert into message_templates (name, purpose, channels, texts, needed) values ('Workflow: welcome', 'For the workflow that welcomes guests.', '{app,mail}', '{"en": {"subject": "Welcome to {{event}}", "body": "Dear {{first_name}},\n\nthank you for reserving a place at {{event}}, {{event_dates}}, in {{place}}. Your code is {{code}}.\n\nEverything about your reservation is here: {{reservation_link}}\n\nWe look forward to seeing you.\n{{organisation}}", "sms": ""}, "de": {"subject": "Willkommen bei {{event}}", "body": "Guten Tag {{first_name}},\n\nvielen Dank für Ihre Reservierung bei {{event}}, {{event_dates}}, in {{place}}. Ihr Code lautet {{code}}.\n\nAlles zu Ihrer Reservierung finden Sie hier: {{reservation_link}}\n\nWir freuen uns auf Sie.\n{{organisation}}", "sms": ""}, "fr": {"subject": "Bienvenue à {{event}}", "body": "Bonjour {{first_name}},\n\nmerci d’avoir réservé une place à {{event}}, {{event_dates}}, à {{place}}. Votre code est {{code}}.\n\nTout sur votre réservation se trouve ici : {{reservation_link}}\n\nNous nous réjouissons de vous voir.\n{{organisation}}", "sms": ""}, "pt": {"subject": "Bem-vindo a {{event}}", "body": "Olá {{first_name}},\n\nobrigado por ter reservado um lugar em {{event}}, {{event_dates}}, em {{place}}. O seu código é {{code}}.\n\nTudo sobre a sua reserva está aqui: {{reservation_link}}\n\nEsperamos por si.\n{{organisation}}", "sms": ""}}', false);
insert into message_templates (name, purpose, channels, texts, needed) values ('Workflow: balance reminder', 'For the workflow that reminds of a balance.', '{app,mail}', '{"en": {"subject": "{{balance}} is still to pay for {{event}}", "body": "Dear {{first_name}},\n\n{{balance}} is still to pay for your reservation {{code}} at {{event}}. Please pay by {{due_date}}: {{reservation_link}}\n\n{{organisation}}", "sms": ""}, "de": {"subject": "Noch zu zahlen für {{event}}: {{balance}}", "body": "Guten Tag {{first_name}},\n\nfür Ihre Reservierung {{code}} bei {{event}} ist noch zu zahlen: {{balance}}. Bitte zahlen Sie bis {{due_date}}: {{reservation_link}}\n\n{{organisation}}", "sms": ""}, "fr": {"subject": "Reste à payer pour {{event}} : {{balance}}", "body": "Bonjour {{first_name}},\n\nil reste {{balance}} à payer pour votre réservation {{code}} à {{event}}. Merci de payer avant le {{due_date}} : {{reservation_link}}\n\n{{organisation}}", "sms": ""}, "pt": {"subject": "Em falta para {{event}}: {{balance}}", "body": "Olá {{first_name}},\n\nestá em falta o valor de {{balance}} da sua reserva {{code}} em {{event}}. Pague até {{due_date}}: {{reservation_link}}\n\n{{organisation}}", "sms": ""}}', false);
insert into message_templates (name, purpose, channels, texts, needed) values ('Workflow: thank you', 'For the workflow that thanks guests after an event. Put the link to your feedback form into it.', '{app,mail}', '{"en": {"subject": "Thank you for coming to {{event}}", "body": "Dear {{first_name}},\n\nthank you for coming to {{event}}. What was good, and what should be better next time? Tell us here: {{account_link}}\n\n{{organisation}}", "sms": ""}, "de": {"subject": "Danke, dass Sie bei {{event}} waren", "body": "Guten Tag {{first_name}},\n\ndanke, dass Sie bei {{event}} waren. Was war gut, und was soll nächstes Mal besser werden? Schreiben Sie uns hier: {{account_link}}\n\n{{organisation}}", "sms": ""}, "fr": {"subject": "Merci d’être venu à {{event}}", "body": "Bonjour {{first_name}},\n\nmerci d’être venu à {{event}}. Qu’est-ce qui était bien, et que faut-il améliorer la prochaine fois ? Dites-le-nous ici : {{account_link}}\n\n{{organisation}}", "sms": ""}, "pt": {"subject": "Obrigado por ter vindo a {{event}}", "body": "Olá {{first_name}},\n\nobrigado por ter vindo a {{event}}. O que correu bem e o que deve ser melhor da próxima vez? Diga-nos aqui: {{account_link}}\n\n{{organisation}}", "sms": ""}}', false);
alter table workflows add ready text unique;
insert into workflows (ready, name, trigger, moment, conditions, steps, enabled) values ('welcome', 'Welcome', 'reservation_made', null, '{"match": "all", "list": []}', (replace('[{"kind": "send", "template_id": "@", "channels": ["app", "mail"]}]', '@', (select id::text from message_templates where name = 'Workflow: welcome')))::jsonb, false) on conflict (name) do nothing;
insert into workflows (ready, name, trigger, moment, conditions, steps, enabled) values ('balance_reminder', 'Balance reminder', 'event_date', '{"anchor": "balance_due", "days": -10}'::jsonb, '{"match": "all", "list": [{"field": "balance", "operator": "at_least", "value": 1}]}', (replace('[{"kind": "send", "template_id": "@", "channels": ["app", "mail"]}]', '@', (select id::text from message_templates where name = 'Workflow: balance reminder')))::jsonb, false) on conflict (name) do nothing;
insert into workflows (ready, name, trigger, moment, conditions, steps, enabled) values ('thank_you', 'Thank you and feedback', 'event_date', '{"anchor": "ends", "days": 1}'::jsonb, '{"match": "all", "list": [{"field": "status", "operator": "is", "value": "redeemed"}]}', (replace('[{"kind": "send", "template_id": "@", "channels": ["app", "mail"]}]', '@', (select id::text from message_templates where name = 'Workflow: thank you')))::jsonb, false) on conflict (name) do nothing;
insert into workflows (ready, name, trigger, moment, conditions, steps, enabled) values ('visa_letter', 'Visa letter', 'ticket_opened', null, '{"match": "all", "list": [{"field": "ticket_category", "operator": "is", "value": "travel"}]}', ('[{"kind": "task", "title": "Write the visa letter", "role_id": null, "due_days": 3}]')::jsonb, false) on conflict (name) do nothing;
insert into workflows (ready, name, trigger, moment, conditions, steps, enabled) values ('committee', 'Committee assignment', 'reservation_paid', null, '{"match": "all", "list": [{"field": "balance", "operator": "less_than", "value": 1}]}', ('[{"kind": "approval", "role_id": null, "question": "Should this guest serve in a committee?", "days": 5, "approved": [{"kind": "task", "title": "Choose the committee of this guest", "role_id": null, "due_days": 3}], "declined": [], "no_answer": []}]')::jsonb, false) on conflict (name) do nothing;
insert into workflows (ready, name, trigger, moment, conditions, steps, enabled) values ('unpaid_release', 'Unpaid release', 'event_date', '{"anchor": "balance_due", "days": 1}'::jsonb, '{"match": "all", "list": [{"field": "balance", "operator": "at_least", "value": 1}]}', ('[{"kind": "release"}, {"kind": "wait", "until": {"days": 4}}, {"kind": "release"}]')::jsonb, false) on conflict (name) do nothing;
insert into workflow_versions (workflow_id, version, definition)
  select id, 1, jsonb_build_object('trigger', trigger, 'moment', moment, 'conditions', conditions, 'steps', steps) from workflows where ready is not null;
