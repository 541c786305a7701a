-- What programs asked with their tokens: how often, by route and day. Changes are in the audit trail, too.
create table api_token_calls (
  -- The account of the token.
  user_id oid24 not null references users on delete cascade,
  -- In the time zone of the organisation.
  day date not null,
  method text not null,
  -- As declared: a typed path can contain a secret.
  route text not null,
  calls bigint not null constraint api_token_calls_count check (calls > 0),
  -- Of these, how many were refused or failed.
  refused bigint not null constraint api_token_calls_refused check (refused between 0 and calls),
  last_at timestamptz not null,
  last_status int not null,
  primary key (user_id, day, method, route)
);
create index api_token_calls_day on api_token_calls (day);
