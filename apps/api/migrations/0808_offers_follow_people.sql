-- What is offered to somebody on the waiting list is held for them alone. When a participant type of it is not open to them any more (a
-- title was given up, confirmed no more, an age, a membership), a job of the same transaction looks at it again and offers it to the next.

create function review_offers_of(person text) returns void language plpgsql as $$
begin
  if exists (select from waiting_entries where status = 'offered'
      and user_id in (select person union all select user_id from spouses where linked_user_id = person)) then
    perform graphile_worker.add_job('review_offers', json_build_object('user_id', person), max_attempts => 12,
      job_key => 'review_offers:' || person);
  end if;
end $$;

create function person_decides_offers() returns trigger language plpgsql as $$
begin
  perform review_offers_of(case when tg_table_name = 'users' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'user_id' end);
  return null;
end $$;
create trigger users_decide_offers
  after update of title_id, confirmed_title_id, designation_id, confirmed_designation_id, birth_date, is_not_member on users
  for each row when ((old.title_id, old.confirmed_title_id, old.designation_id, old.confirmed_designation_id, old.birth_date, old.is_not_member)
    is distinct from (new.title_id, new.confirmed_title_id, new.designation_id, new.confirmed_designation_id, new.birth_date, new.is_not_member))
  execute function person_decides_offers();
create trigger spouses_decide_offers
  after update of title_id, confirmed_title_id, first_name, last_name, other_names, birth_date, linked_user_id on spouses
  for each row when ((old.title_id, old.confirmed_title_id, old.birth_date, old.linked_user_id)
    is distinct from (new.title_id, new.confirmed_title_id, new.birth_date, new.linked_user_id))
  execute function person_decides_offers();
create trigger family_members_decide_offers after update of birth_date on family_members
  for each row when (old.birth_date is distinct from new.birth_date) execute function person_decides_offers();

create function title_decides_offers() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'titles' then
    perform review_offers_of(user_id) from (
      select id as user_id from users where title_id = new.id
      union select user_id from spouses where title_id = new.id) bearers;
  else
    perform review_offers_of(id) from users where designation_id = new.id;
  end if;
  return null;
end $$;
create trigger titles_decide_offers after update of needs_confirmation on titles
  for each row when (old.needs_confirmation <> new.needs_confirmation) execute function title_decides_offers();
create trigger designations_decide_offers after update of needs_confirmation on designations
  for each row when (old.needs_confirmation <> new.needs_confirmation) execute function title_decides_offers();
