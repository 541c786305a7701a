-- Venues and everything an event can be put together from.

create table event_centers (
  id oid24 primary key default new_id(),
  name text not null unique,
  address text not null default '',
  city text not null default '',
  country_code text not null default 'GH',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  phone text,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table event_blocks (
  id oid24 primary key default new_id(),
  event_center_id oid24 not null references event_centers on delete restrict,
  name text not null,
  code text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (event_center_id, name),
  unique (id, event_center_id)
);

create table room_categories (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table event_rooms (
  id oid24 primary key default new_id(),
  event_center_id oid24 not null,
  event_block_id oid24 not null,
  room_category_id oid24 not null references room_categories on delete restrict,
  name text not null,
  floor smallint not null check (floor between 0 and 5),
  beds smallint not null check (beds between 1 and 100),
  -- null: whoever is placed first decides
  gender_rule text check (gender_rule in ('male', 'female', 'family')),
  accessible boolean not null default false,
  kept_for_title_ids oid24[] not null default '{}',
  kept_for_designation_ids oid24[] not null default '{}',
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (event_block_id, name),
  foreign key (event_block_id, event_center_id) references event_blocks (id, event_center_id) on delete restrict
);
create index event_rooms_category on event_rooms (room_category_id, event_block_id);

create table room_maintenance (
  id oid24 primary key default new_id(),
  room_id oid24 not null references event_rooms on delete cascade,
  nights daterange not null check (not isempty(nights) and lower(nights) is not null and upper(nights) is not null),
  reason text not null,
  created_at timestamptz not null default now(),
  exclude using gist (room_id with =, nights with &&)
);

create table speakers (
  id oid24 primary key default new_id(),
  name text not null,
  honorific text not null default '',
  role text not null default '',
  bio text not null default '',
  photo_file_id oid24 references files,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (name)
);
create table caterers (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  phone text,
  vendor_id oid24 references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table products (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  picture_file_id oid24 references files,
  vendor_id oid24 references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table product_options (
  id oid24 primary key default new_id(),
  product_id oid24 not null references products on delete restrict,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, name)
);
create table participant_types (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table committee_types (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Forms. What people answer to is a published version; the editable parts make the next one.
create table event_forms (
  id oid24 primary key default new_id(),
  name text not null unique,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table form_sections (
  id oid24 primary key default new_id(),
  form_id oid24 not null references event_forms on delete cascade,
  title text not null,
  description text not null default '',
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table form_questions (
  id oid24 primary key default new_id(),
  section_id oid24 not null references form_sections on delete cascade,
  label text not null,
  help text not null default '',
  type text not null check (type in ('radio', 'select', 'text', 'textarea', 'date', 'number')),
  required boolean not null default false,
  -- bounds: length of a text, value of a number; days of a date stand in min_date/max_date
  min_value numeric,
  max_value numeric,
  min_date date,
  max_date date,
  -- { "question_id": …, "any_of": [ … ] }
  visible_when jsonb,
  participant_type_ids oid24[] not null default '{}',
  rating_scores integer[] not null default '{}',
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (min_value is null or max_value is null or min_value <= max_value),
  check (min_date is null or max_date is null or min_date <= max_date),
  check (cardinality(rating_scores) = 0 or type = 'radio')
);
create table question_options (
  id oid24 primary key default new_id(),
  question_id oid24 not null references form_questions on delete cascade,
  label text not null,
  price bigint not null default 0 check (price >= 0),
  capacity integer check (capacity >= 0),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table form_versions (
  id oid24 primary key default new_id(),
  form_id oid24 not null references event_forms on delete restrict,
  definition jsonb not null,
  definition_hash text not null,
  created_at timestamptz not null default now(),
  unique (form_id, definition_hash)
);
