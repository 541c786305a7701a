-- The processes of this installation. Each holds an advisory lock while it lives, so that others give back what it
-- worked on when it died.
create table processes (
  name text primary key check (name ~ '^[0-9a-f]{8}$'),
  -- the pools of graphile-worker, as its jobs name them
  job_pools text[] not null default '{}',
  started_at timestamptz not null
);

-- The process that hands a leased message to its provider.
alter table messages add column leased_by text;
