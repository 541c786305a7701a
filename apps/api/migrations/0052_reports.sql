-- Reports that people saved with a grouping and filters, and those that are sent by mail.
create table saved_reports (
  id oid24 primary key default new_id(),
  owner_id oid24 not null references users on delete cascade,
  name text not null,
  shared boolean not null default false,
  report text not null,
  "grouping" text,
  -- as in the address of the page
  filters jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_reports_name_once unique (owner_id, name)
);

create table report_schedules (
  saved_report_id oid24 not null references saved_reports on delete cascade,
  event_id oid24 not null references events on delete cascade,
  -- whoever loses the role gets no more of them
  role_id oid24 not null references roles on delete cascade,
  every text not null constraint report_schedules_every check (every in ('day', 'week', 'month')),
  -- of a week 1 (Monday) to 7, of a month 1 to 31
  on_day smallint constraint report_schedules_on_day check (on_day between 1 and case every when 'week' then 7 else 31 end),
  hour smallint not null constraint report_schedules_hour check (hour between 0 and 23),
  format text not null constraint report_schedules_format check (format in ('pdf', 'csv', 'xlsx')),
  paused boolean not null default false,
  -- moves on in the transaction that queues the mails: nothing is sent twice
  next_at timestamptz not null,
  last_at timestamptz,
  last_readers integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint report_schedules_pkey primary key (saved_report_id, event_id),
  constraint report_schedules_day check ((every = 'day') = (on_day is null))
);
create index report_schedules_due on report_schedules (next_at) where not paused;
