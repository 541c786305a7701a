-- Programs of others: an account of its own for each token, with one policy.
alter table users drop constraint users_user_type_check;
alter table users add constraint users_user_type_check
  check (user_type in ('user', 'vendor', 'admin', 'checkin_user', 'service'));

create table api_tokens (
  id oid24 primary key default new_id(),
  user_id oid24 not null unique references users on delete cascade,
  -- Its session. Sessions that ended are removed after a while, tokens are kept.
  session_id oid24 not null unique,
  -- A token whose policy was deleted may do nothing.
  policy_id oid24 references policies on delete set null,
  name text not null constraint api_tokens_name_length check (char_length(name) between 1 and 80),
  token_hash text not null unique,
  -- The last four characters, to recognise it.
  hint text not null,
  created_by oid24 references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  constraint api_tokens_expire check (expires_at > created_at and expires_at <= created_at + interval '366 days')
);
create index api_tokens_policy on api_tokens (policy_id) where policy_id is not null;
create index api_tokens_created_by on api_tokens (created_by) where created_by is not null;
create unique index api_tokens_live_name on api_tokens (lower(name)) where revoked_at is null;
