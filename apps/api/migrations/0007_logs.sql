-- What administrators read of the past: the audit trail found quickly, its chain checked, and a log of what was refused.

-- What an entry of the audit trail is about, as people call it.
create function audit_label(before jsonb, after jsonb) returns text language sql immutable parallel safe as $$
  select left(coalesce(
    after ->> 'name', before ->> 'name', after ->> 'title', before ->> 'title', after ->> 'subject', before ->> 'subject',
    after ->> 'question', before ->> 'question', after ->> 'label', before ->> 'label', after ->> 'email', before ->> 'email',
    after ->> 'code', before ->> 'code', after ->> 'reservation_code', before ->> 'reservation_code', after ->> 'file'), 200)
$$;
create function audit_search(actor_name text, before jsonb, after jsonb) returns text language sql immutable parallel safe as $$
  select public.search_key(actor_name || ' ' || coalesce(public.audit_label(before, after), ''))
$$;

-- Every list of the trail is in the order of time, whatever it is filtered by.
drop index audit_trail_object, audit_trail_actor;
create index audit_trail_at on audit_trail (at desc, seq desc);
create index audit_trail_actor on audit_trail (actor_id, at desc, seq desc);
create index audit_trail_object on audit_trail (object_id, at desc, seq desc) where object_id is not null;
create index audit_trail_resource on audit_trail (resource, at desc, seq desc);
create index audit_trail_action on audit_trail (action, at desc, seq desc);
create index audit_trail_request on audit_trail (request_id);
create index audit_trail_search on audit_trail using gin (audit_search(actor_name, before, after) gin_trgm_ops);

-- How the last check of the hash chain came out. The last row it saw is kept: a chain that was cut off at its end is
-- whole in itself.
create table audit_checks (
  only_one boolean primary key default true check (only_one),
  checked_at timestamptz not null,
  rows bigint not null,
  broken integer not null,
  samples text[] not null,
  last_seq bigint not null,
  last_hash text not null
);

-- What the product refused and somebody may want to know of: equal refusals of a few seconds are one row.
create table security_logs (
  id bigint generated always as identity primary key,
  first_at timestamptz not null,
  at timestamptz not null,
  kind text not null check (kind in ('refused', 'invalid', 'limit', 'overflow')),
  code text not null,
  method text not null,
  path text not null,
  fields text[] not null default '{}',
  user_id oid24 references users on delete set null,
  ip text not null default '',
  user_agent text not null default '',
  request_id text not null default '',
  count integer not null check (count > 0)
);
create index security_logs_at on security_logs (at desc, id desc);
create index security_logs_kind on security_logs (kind, at desc, id desc);
create index security_logs_user on security_logs (user_id, at desc, id desc) where user_id is not null;
create index security_logs_ip on security_logs (ip, at desc, id desc);

drop index access_logs_at;
create index access_logs_at on access_logs (at desc, id desc);
create index access_logs_user on access_logs (user_id, at desc, id desc) where user_id is not null;
create index access_logs_route on access_logs using gin (route gin_trgm_ops);
create index error_logs_at on error_logs (at desc, id desc);

create index messages_user on messages (user_id, created_at desc) where user_id is not null;
create index messages_failed on messages (channel, created_at desc) where status = 'failed';
create index payment_events_at on payment_events (received_at desc, id desc);
create index import_runs_at on import_runs (created_at desc, id desc);
