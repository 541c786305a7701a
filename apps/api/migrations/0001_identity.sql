-- Accounts, sessions, second factors, permissions, the organisation and its church map.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists citext;
create extension if not exists unaccent;

-- 24 lower-case hexadecimal digits, on the wire as `_id`.
-- Written so that it costs a tenth of a regular expression: a booking checks some thirty of them.
create domain oid24 as text check (octet_length(value) = 24 and encode(decode(value, 'hex'), 'hex') = value);

-- Eight digits of the second, sixteen random: new rows land together in an index, and nobody can guess a neighbour.
-- The bytes of a v4 uuid that carry its version and variant are left out.
create function new_id() returns oid24 language sql volatile as $$
  select lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0')
      || encode(substring(uuid_send(u) from 1 for 6) || substring(uuid_send(u) from 15 for 2), 'hex')
  from (select gen_random_uuid() as u) as random
$$;

-- unaccent() depends on a dictionary and is only stable; with the dictionary named it may be indexed.
create function search_key(value text) returns text language sql immutable parallel safe strict as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, value))
$$;

create table files (
  id oid24 primary key default new_id(),
  owner_id oid24,
  purpose text not null check (purpose in ('avatar', 'event_picture', 'speaker_photo', 'ticket_attachment', 'logo', 'blog_picture', 'sample_csv', 'product_picture')),
  visibility text not null check (visibility in ('public', 'owner', 'staff')),
  name text not null,
  mime text not null,
  bytes integer not null check (bytes > 0),
  storage_key text not null unique,
  sha256 text not null,
  created_at timestamptz not null default now()
);

create table countries (
  id oid24 primary key default new_id(),
  code text not null unique check (code ~ '^[A-Z]{2}$'),
  name text not null unique,
  dial_code text not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The organisation that runs this deployment: one row.
create table client_groups (
  id oid24 primary key default new_id(),
  only_one boolean not null default true unique check (only_one),
  name text not null,
  short_name text not null,
  logo_file_id oid24 references files,
  accent_colour text not null default '#2F3A78' check (accent_colour ~ '^#[0-9A-Fa-f]{6}$'),
  country_code text not null default 'GH',
  currency text not null default 'GHS' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'Africa/Accra',
  email text,
  phone text,
  address text,
  about text not null default '',
  updated_at timestamptz not null default now()
);

create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table assembly_types (
  id oid24 primary key default new_id(),
  name text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- region > area > district > assembly. A level may be missing abroad, so the parent's level is only higher, not next.
create table church_units (
  id oid24 primary key default new_id(),
  level text not null check (level in ('region', 'area', 'district', 'assembly')),
  parent_id oid24 references church_units on delete restrict,
  name text not null,
  code text,
  assembly_type_id oid24 references assembly_types on delete restrict,
  country_code text not null default 'GH',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((level = 'region') = (parent_id is null)),
  check (assembly_type_id is null or level = 'assembly'),
  unique nulls not distinct (level, parent_id, name)
);
create index church_units_parent on church_units (parent_id, name);
create index church_units_search on church_units using gin (search_key(name) gin_trgm_ops);

create table titles (
  id oid24 primary key default new_id(),
  name text not null unique,
  rank integer not null default 0,
  minister boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table designations (
  id oid24 primary key default new_id(),
  name text not null unique,
  rank integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Every account and every person who takes part. Without e-mail and password it is a person the desk registered.
create table users (
  id oid24 primary key default new_id(),
  user_type text not null check (user_type in ('user', 'vendor', 'admin', 'checkin_user')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'deactivated')),
  email citext unique,
  pending_email citext,
  email_confirmed_at timestamptz,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  phone_verified_at timestamptz,
  password_hash text,
  password_changed_at timestamptz,
  first_name text not null,
  last_name text not null,
  other_names text,
  gender text check (gender in ('male', 'female')),
  birth_date date,
  country_code text not null default 'GH',
  language text not null default 'en' check (language in ('en', 'de', 'fr', 'pt')),
  industry text,
  is_not_member boolean not null default false,
  has_completed_basic_requirement boolean not null default false,
  has_completed_additional_requirement boolean not null default false,
  region_id oid24 references church_units on delete restrict,
  area_id oid24 references church_units on delete restrict,
  district_id oid24 references church_units on delete restrict,
  assembly_id oid24 references church_units on delete restrict,
  title_id oid24 references titles on delete restrict,
  designation_id oid24 references designations on delete restrict,
  staff_id text unique,
  avatar_file_id oid24 references files,
  notify jsonb not null default '{"mail": true, "sms": true}',
  accepted_terms_at timestamptz,
  last_login_at timestamptz,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (
    search_key(first_name || ' ' || coalesce(other_names, '') || ' ' || last_name || ' ' || coalesce(phone, ''))
  ) stored,
  -- Only a plain user may exist without a way to sign in.
  check (user_type = 'user' or email is not null)
);
create index users_search on users using gin (search_text gin_trgm_ops);
create index users_email_search on users using gin ((email::text) gin_trgm_ops);
create index users_phone on users (phone) where phone is not null;
create index users_list on users (user_type, created_at desc, id);
create index users_name on users (user_type, last_name, first_name, id);
-- The list of people: users and vendors, not staff.
create index people_list on users (created_at desc, id) where user_type in ('user', 'vendor');
create index people_name on users (last_name, id) where user_type in ('user', 'vendor');
create index people_status on users (status, created_at desc, id) where user_type in ('user', 'vendor');
alter table files add foreign key (owner_id) references users on delete set null;

create table password_history (
  user_id oid24 not null references users on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null default now(),
  primary key (user_id, replaced_at)
);

-- A session is a family of refresh tokens: one current, and its immediate predecessor for a short grace.
create table sessions (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  refresh_hash text not null unique,
  previous_refresh_hash text,
  -- The successor, sealed with a key derived from the predecessor, so that a repeated refresh gets the same answer.
  successor_sealed text,
  rotated_at timestamptz not null default now(),
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text
);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_previous on sessions (previous_refresh_hash) where previous_refresh_hash is not null;

-- Single-use tokens and one-time codes; only keyed hashes are stored.
create table one_time_tokens (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  purpose text not null check (purpose in ('confirm_account', 'confirm_email_change', 'password_reset', 'mfa_password_reset', 'mfa', 'mfa_deactivation', 'phone_verification', 'invitation', 'complete_reservation')),
  token_hash text not null unique,
  code_hash text,
  attempts smallint not null default 0 check (attempts between 0 and 5),
  data jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose, created_at desc);

create table mfa_methods (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  method text not null check (method in ('app', 'email', 'sms')),
  secret_sealed text,
  code_hash text,
  code_expires_at timestamptz,
  attempts smallint not null default 0,
  -- The last time step accepted: a code is never taken twice.
  last_step bigint not null default 0,
  activated_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, method)
);
create table recovery_codes (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  code_hash text not null unique,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- Counters of the rate limiter, shared by all processes; worthless after a crash, so unlogged.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

-- resource × action → permission; policy = bundle of permissions; role = bundle of policies.
create table resources (
  id oid24 primary key default new_id(),
  name text not null unique check (name ~ '^[a-z][a-z_]*$'),
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table resource_actions (
  id oid24 primary key default new_id(),
  name text not null unique check (name ~ '^[a-z][a-z_]*$'),
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table permissions (
  id oid24 primary key default new_id(),
  resource_id oid24 not null references resources on delete restrict,
  action_id oid24 not null references resource_actions on delete restrict,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (resource_id, action_id)
);
create table policies (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table policy_permissions (
  policy_id oid24 not null references policies on delete cascade,
  permission_id oid24 not null references permissions on delete restrict,
  primary key (policy_id, permission_id)
);
create table roles (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  is_owner boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index roles_one_owner on roles (is_owner) where is_owner;
create table role_policies (
  role_id oid24 not null references roles on delete cascade,
  policy_id oid24 not null references policies on delete restrict,
  primary key (role_id, policy_id)
);
create table user_roles (
  user_id oid24 not null references users on delete cascade,
  role_id oid24 not null references roles on delete restrict,
  primary key (user_id, role_id)
);
create table special_permissions (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  effect text not null check (effect in ('allow', 'deny')),
  resource text not null,
  object_id oid24,
  actions text[] not null check (cardinality(actions) > 0),
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, effect, resource, object_id)
);

create table spouses (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  linked_user_id oid24 references users on delete set null,
  title_id oid24 references titles on delete restrict,
  first_name text not null,
  last_name text not null,
  other_names text,
  gender text not null check (gender in ('male', 'female')),
  birth_date date,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  email citext,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (linked_user_id is distinct from user_id)
);
create index spouses_user on spouses (user_id);

-- Which pages signed-in people opened (specification §7, POST /auth/logs).
create table access_logs (
  id bigint generated always as identity primary key,
  user_id oid24 references users on delete set null,
  route text not null,
  comment text not null default '',
  ip text not null default '',
  user_agent text not null default '',
  at timestamptz not null default now()
);
create index access_logs_at on access_logs (at desc);

-- What administrators did and who signed in, each row sealed to the one before.
create table audit_trail (
  seq bigint primary key,
  at timestamptz not null,
  actor_id oid24,
  actor_name text not null default '',
  action text not null,
  resource text not null,
  object_id text,
  before jsonb,
  after jsonb,
  ip text not null default '',
  request_id text not null default '',
  previous_hash text not null,
  hash text not null unique
);
create index audit_trail_object on audit_trail (resource, object_id, seq desc);
create index audit_trail_actor on audit_trail (actor_id, seq desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_trail_append_only before update or delete on audit_trail for each row execute function refuse_change();

-- Failed requests with status 500, for the error log an administrator reads.
create table error_logs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  request_id text not null,
  method text not null,
  path text not null,
  message text not null
);

create table idempotency_keys (
  user_id oid24 not null,
  key text not null check (length(key) between 1 and 200),
  route text not null,
  body_hash text not null,
  status smallint not null,
  -- json, not jsonb: it is only ever given back as it is
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
