-- A list with its filter, order and columns, under a name. It holds the address of a list, never rows.
create table saved_views (
  id oid24 primary key default new_id(),
  -- The name of the list on its screen.
  list text not null check (list <> ''),
  name text not null check (name <> ''),
  owner_id oid24 references users on delete set null,
  shared boolean not null,
  -- search, sort and filters, as in an address.
  query jsonb not null check (jsonb_typeof(query) = 'object'),
  -- The columns that are shown. Null: those of the list.
  columns text[],
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_views_own on saved_views (owner_id, list, name) where not shared;
create unique index saved_views_shared on saved_views (list, name) where shared;

-- The view that a list opens with.
create table default_views (
  user_id oid24 not null references users on delete cascade,
  list text not null,
  view_id oid24 not null references saved_views on delete cascade,
  primary key (user_id, list)
);
create index default_views_view on default_views (view_id);
