-- A browser that a check-in user registered for events. Its id is the device id of its scans.
create table gate_devices (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  name text not null check (name <> ''),
  -- may hold the index of names and typed codes
  may_search boolean not null default true,
  registered_at timestamptz not null,
  -- what it said at its last contact
  seen_at timestamptz not null,
  queue_length integer not null default 0 check (queue_length >= 0),
  bundle_at timestamptz,
  battery smallint check (battery between 0 and 100),
  revoked_at timestamptz,
  revoked_by oid24 references users
);
create index gate_devices_user on gate_devices (user_id);
create index gate_devices_revoked_by on gate_devices (revoked_by) where revoked_by is not null;

create table gate_device_events (
  device_id oid24 not null references gate_devices on delete cascade,
  event_id oid24 not null references events on delete cascade,
  primary key (device_id, event_id)
);
create index gate_device_events_event on gate_device_events (event_id);

-- Facts are never refused: a revoked device delivers what it has, and staff see that it did.
alter table scans add from_revoked boolean not null default false;
