-- The long work that sends a message: its progress, pause and stop are there.
alter table bulk_messages add activity_id oid24 references activities on delete set null;
create index bulk_messages_activity on bulk_messages (activity_id);
