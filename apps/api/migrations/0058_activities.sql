-- Long work: who started it, how far it is, how it ended. `about` names what it is about, `lease` the process that works.
create table activities (
  id oid24 primary key default new_id(),
  kind text not null,
  about jsonb not null default '{}',
  owner_id oid24 references users,
  permission text,
  state text not null default 'queued' check (state in ('queued', 'running', 'paused', 'done', 'failed', 'stopped')),
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  result jsonb not null default '{}',
  link text,
  error text,
  file_id oid24 references files,
  acts text[] not null default '{}',
  task text not null,
  attempts integer not null default 0,
  lease text,
  created_at timestamptz not null,
  started_at timestamptz,
  beat_at timestamptz,
  ended_at timestamptz,
  check ((ended_at is not null) = (state in ('done', 'failed', 'stopped')))
);
create index activities_listed on activities (created_at desc, id);
create index activities_under_way on activities (beat_at) where ended_at is null;
create index activities_file on activities (file_id) where file_id is not null;

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in ('avatar', 'event_picture', 'speaker_photo',
  'ticket_attachment', 'logo', 'blog_picture', 'sample_csv', 'product_picture', 'import', 'activity'));
