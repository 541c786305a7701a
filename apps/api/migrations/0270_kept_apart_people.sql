-- Two people are kept apart, not two reservations: somebody who cancels and reserves again is the same person. They can come
-- to different events of one center, which share its rooms.
alter table kept_apart add other_event_id oid24 references events on delete cascade;
-- safe: the table has a few hundred rows
create index kept_apart_other_event on kept_apart (other_event_id) where other_event_id is not null;

-- The live participants of an event who are the person of a participant: by account, spouse list or family list.
create function same_person(named oid24) returns table (id oid24) language sql stable as $$
  select x.id from reservation_participants p join reservation_participants x on x.id = p.id where p.id = named and x.live
  union
  select x.id from reservation_participants p join reservation_participants x on x.event_id = p.event_id and x.user_id = p.user_id
    where p.id = named and x.live
  union
  select x.id from reservation_participants p join reservation_participants x on x.event_id = p.event_id and x.spouse_id = p.spouse_id
    where p.id = named and x.live
  union
  select x.id from reservation_participants p
    join reservation_participants x on x.event_id = p.event_id and x.family_member_id = p.family_member_id
    where p.id = named and x.live
$$;

-- Who must not share a room with whom now.
create view kept_apart_now as
  select k.id, k.event_id, k.other_event_id, a.id as participant_id, b.id as other_id
  from kept_apart k cross join lateral same_person(k.participant_id) a cross join lateral same_person(k.other_id) b;
