-- Every session that was signed in on a phone: revoking the phone ends all of them, also that of another account.
create table gate_device_sessions (
  device_id oid24 not null references gate_devices on delete cascade,
  session_id oid24 not null references sessions on delete cascade,
  primary key (device_id, session_id)
);
create index gate_device_sessions_session on gate_device_sessions (session_id);
insert into gate_device_sessions (device_id, session_id) select id, session_id from gate_devices where session_id is not null;
alter table gate_devices drop column session_id;

-- Two phones of one account with one name could not be told apart on the board.
update gate_devices d set name = left(n.name, 54) || ' ' || n.nth
from (select id, name, row_number() over (partition by user_id, lower(name) order by registered_at, id) as nth
  from gate_devices where revoked_at is null) n
where n.id = d.id and n.nth > 1;
