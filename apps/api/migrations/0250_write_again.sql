-- A message can be for some of the people of an earlier message: those whom it did not reach, or who have not read it.
alter table bulk_messages
  add column again_of oid24 references bulk_messages (id),
  add column again_result text check (again_result in ('not_told', 'unread', 'read')),
  add constraint again_is_whole check ((again_of is null) = (again_result is null));
create index bulk_messages_again on bulk_messages (again_of) where again_of is not null;
