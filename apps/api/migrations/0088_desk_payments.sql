-- Check-in users who may take payments at the gates of an event.
alter table check_in_user_events add takes_payments boolean not null default false;
