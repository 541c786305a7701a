-- no transaction
-- Before a title, a designation or a committee is deleted, the list of reservations shows those that have it, and the foreign keys
-- look for them.
drop index if exists reservation_participants_title;
create index concurrently reservation_participants_title on reservation_participants (title_id) where title_id is not null;
drop index if exists reservation_participants_designation;
create index concurrently reservation_participants_designation on reservation_participants (designation_id)
  where designation_id is not null;
drop index if exists reservations_committee;
create index concurrently reservations_committee on reservations (committee_type_id) where committee_type_id is not null;
