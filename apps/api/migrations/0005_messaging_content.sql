-- Messages that leave the house, and what the organisation publishes and works on.

create table messages (
  id oid24 primary key default new_id(),
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  user_id oid24 references users on delete set null,
  template text not null,
  language text not null check (language in ('en', 'de', 'fr', 'pt')),
  -- what the template needs; removed once sent where it holds a secret
  data jsonb not null,
  subject text,
  body text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts smallint not null default 0,
  error text,
  -- while one process hands it to the provider, no other takes it
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index messages_queued on messages (created_at) where status = 'queued';
create index messages_recipient on messages (recipient, created_at desc);
create index messages_list on messages (channel, created_at desc);

create table notifications (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  kind text not null,
  title text not null,
  body text not null default '',
  link text,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_user on notifications (user_id, created_at desc);

-- Something staff must look at: money with no home, an invariant broken, an entry doubled at two gates.
create table alerts (
  id oid24 primary key default new_id(),
  kind text not null,
  subject text not null,
  data jsonb not null default '{}',
  resolved_at timestamptz,
  resolved_by oid24 references users,
  created_at timestamptz not null default now(),
  unique nulls not distinct (kind, subject, resolved_at)
);

create table announcements (
  id oid24 primary key default new_id(),
  title text not null,
  body text not null,
  audience jsonb not null,
  channels text[] not null,
  sent_by oid24 not null references users,
  recipients integer not null default 0,
  created_at timestamptz not null default now()
);

create table blogs (
  id oid24 primary key default new_id(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '^[0-9a-f]{24}$'),
  title text not null,
  summary text not null default '',
  body text not null,
  picture_file_id oid24 references files,
  author_id oid24 references users on delete set null,
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blogs_published on blogs (published_at desc) where status = 'published';
create table blog_comments (
  id oid24 primary key default new_id(),
  blog_id oid24 not null references blogs on delete cascade,
  user_id oid24 references users on delete set null,
  body text not null,
  hidden_at timestamptz,
  hidden_by oid24 references users,
  created_at timestamptz not null default now()
);
create index blog_comments_blog on blog_comments (blog_id, created_at);

create table faqs (
  id oid24 primary key default new_id(),
  category text not null default 'general',
  question text not null,
  answer text not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table support_tickets (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  subject text not null,
  category text not null default 'general',
  status text not null default 'open' check (status in ('open', 'pending', 'completed', 'archived')),
  assignee_id oid24 references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table support_messages (
  id oid24 primary key default new_id(),
  ticket_id oid24 not null references support_tickets on delete cascade,
  author_id oid24 references users on delete set null,
  body text not null,
  created_at timestamptz not null default now()
);
create table support_attachments (
  message_id oid24 not null references support_messages on delete cascade,
  file_id oid24 not null references files on delete cascade,
  primary key (message_id, file_id)
);

create table workflows (
  id oid24 primary key default new_id(),
  name text not null unique,
  trigger text not null,
  enabled boolean not null default true,
  conditions jsonb not null default '[]',
  steps jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table workflow_runs (
  id oid24 primary key default new_id(),
  workflow_id oid24 not null references workflows on delete cascade,
  subject_id text not null,
  step integer not null default 0,
  status text not null check (status in ('running', 'waiting', 'completed', 'failed')),
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table tasks (
  id oid24 primary key default new_id(),
  title text not null,
  description text not null default '',
  event_id oid24 references events on delete cascade,
  assignee_id oid24 references users on delete set null,
  status text not null default 'pending' check (status in ('draft', 'pending', 'processing', 'completed', 'cancelled')),
  due_on date,
  created_by oid24 references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sample_csv_files (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  file_id oid24 references files,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table import_runs (
  id oid24 primary key default new_id(),
  resource text not null,
  file_name text not null,
  file_sha256 text not null,
  dry_run boolean not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  rows_total integer not null default 0,
  rows_created integer not null default 0,
  rows_updated integer not null default 0,
  rows_refused integer not null default 0,
  report jsonb not null default '[]',
  created_by oid24 references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

-- Payloads of the realtime adapter that are too long for a notification.
create unlogged table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);
