-- A phone whose account was deleted took the scans with it that it had not delivered yet. Phones that hold none are deleted
-- with their account by the application; others keep it. (The index gate_devices_user exists.)
alter table gate_devices drop constraint gate_devices_user_id_fkey;
alter table gate_devices add constraint gate_devices_user_id_fkey foreign key (user_id) references users on delete restrict;
