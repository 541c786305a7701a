-- The session of a device at its latest contact. When staff revoke the device, this session may deliver scans and nothing
-- else: a lost phone that is still signed in must not be a list of people.
alter table gate_devices add session_id oid24 references sessions on delete set null;
create index gate_devices_session on gate_devices (session_id) where session_id is not null;
alter table sessions add device_revoked boolean not null default false;
