create table events (
  id oid24 primary key default new_id(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug !~ '^[0-9a-f]{24}$'),
  code_prefix text not null check (code_prefix ~ '^[A-Z0-9]{2,6}$'),
  kind text not null default 'conference' check (kind in ('conference', 'retreat', 'camp', 'convention', 'workshop', 'service', 'other')),
  status text not null default 'draft' check (status in ('draft', 'published', 'unpublished', 'archived')),
  name text not null,
  summary text not null default '',
  description text not null default '',
  picture_file_id oid24 references files,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null default 'Africa/Accra',
  registration_opens_at timestamptz,
  registration_closes_at timestamptz,
  event_center_id oid24 references event_centers on delete restrict,
  online_url text,
  currency text not null default 'GHS' check (currency ~ '^[A-Z]{3}$'),
  -- null: no limit
  capacity integer check (capacity >= 0),
  hold_minutes integer not null default 30 check (hold_minutes between 1 and 43200),
  -- whoever pays at a desk holds until then, and so many places may be held that way
  cash_deadline timestamptz,
  cash_places integer check (cash_places >= 0),
  approval_required boolean not null default false,
  -- null: no part payments; else what is due at once, per cent
  deposit_percent smallint check (deposit_percent between 1 and 99),
  cancellation_deadline timestamptz,
  -- [{ "until": instant, "percent": 0…100 }], earliest first
  refund_rules jsonb not null default '[]',
  -- which built-in questions the reservation asks
  fields jsonb not null default '{}',
  form_id oid24 references event_forms on delete restrict,
  waiting_list_minutes integer not null default 1440 check (waiting_list_minutes between 5 and 43200),
  care_retention_days integer not null default 30 check (care_retention_days between 1 and 365),
  published_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at > starts_at),
  check (registration_opens_at is null or registration_closes_at is null or registration_opens_at < registration_closes_at)
);
create index events_public on events (status, ends_at, starts_at, id);
create index events_search on events using gin (search_key(name) gin_trgm_ops);

create table event_participant_types (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  participant_type_id oid24 not null references participant_types on delete restrict,
  price bigint not null check (price >= 0),
  places integer check (places >= 0),
  members_only boolean not null default false,
  -- empty: anybody; else only people who bear one of these
  title_ids oid24[] not null default '{}',
  designation_ids oid24[] not null default '{}',
  note text not null default '',
  position integer not null default 0,
  unique (event_id, participant_type_id),
  unique (id, event_id)
);

create table event_accommodations (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  room_category_id oid24 not null references room_categories on delete restrict,
  block_ids oid24[] not null default '{}',
  price_per_night bigint not null check (price_per_night >= 0),
  charged_per text not null default 'person' check (charged_per in ('person', 'room')),
  check_in_from date not null,
  check_out_until date not null,
  -- beds offered each night; the rooms of the category in the blocks must have as many
  beds integer not null check (beds >= 0),
  position integer not null default 0,
  check (check_out_until > check_in_from),
  unique (event_id, room_category_id),
  unique (id, event_id)
);
create table event_caterers (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  caterer_id oid24 not null references caterers on delete restrict,
  price_per_day bigint not null check (price_per_day >= 0),
  days smallint not null check (days between 1 and 60),
  covers integer check (covers >= 0),
  note text not null default '',
  position integer not null default 0,
  unique (event_id, caterer_id),
  unique (id, event_id)
);
create table event_products (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  product_option_id oid24 not null references product_options on delete restrict,
  price bigint not null check (price >= 0),
  stock integer check (stock >= 0),
  max_per_reservation smallint not null default 10 check (max_per_reservation between 1 and 100),
  position integer not null default 0,
  unique (event_id, product_option_id),
  unique (id, event_id)
);
create table event_speakers (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  speaker_id oid24 not null references speakers on delete restrict,
  topic text not null default '',
  position integer not null default 0,
  unique (event_id, speaker_id)
);
create table event_activities (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  place text not null default '',
  speaker_id oid24 references speakers on delete set null,
  description text not null default '',
  position integer not null default 0,
  check (ends_at is null or ends_at > starts_at)
);
create index event_activities_event on event_activities (event_id, starts_at);

-- Everything that can run out. The counter is guarded here, whatever the code does.
create table quotas (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  kind text not null check (kind in ('event', 'desk_holds', 'participant_type', 'beds', 'caterer', 'product_option', 'question_option')),
  -- the row of the event that it limits: event_participant_types.id, event_accommodations.id, …; null for the event itself
  ref_id oid24,
  night date,
  capacity integer check (capacity >= 0),
  claimed integer not null default 0 check (claimed >= 0),
  check (capacity is null or claimed <= capacity),
  check ((kind = 'beds') = (night is not null)),
  check ((kind in ('event', 'desk_holds')) = (ref_id is null)),
  unique nulls not distinct (event_id, kind, ref_id, night)
) with (fillfactor = 50);
