-- Exports that are made in the background: what was asked, by whom, and with which rights the file was made.
create table background_exports (
  activity_id oid24 primary key references activities on delete cascade,
  user_id oid24 not null references users on delete cascade,
  -- the address of the export, with its query
  address text not null,
  language text not null,
  permission text not null,
  -- what was individually denied to the person when the file was made
  denied text not null default ''
);
create index background_exports_user on background_exports (user_id);
