-- What decides where somebody may sleep stands with accounts and with the lists of spouses and families. Whatever changes it (the profile,
-- the office, an import, a title that begins to need confirmation) has the person's beds looked at again, by a job of the same transaction.

-- `gave_up`: titles and designations that the account bore until now.
create function refit_beds_of(person text, gave_up text[]) returns void language plpgsql as $$
begin
  if exists (select from reservations where status in ('pending', 'active', 'redeemed')
      and user_id in (select person union all select user_id from spouses where linked_user_id = person)) then
    perform graphile_worker.add_job('refit_beds', json_build_object('user_id', person, 'gave_up', gave_up), max_attempts => 12,
      -- What was given up is part of the key: a later change does not replace the job that knows it.
      job_key => 'refit_beds:' || person || ':' || array_to_string(gave_up, ','));
  end if;
end $$;

create function user_decides_beds() returns trigger language plpgsql as $$
begin
  perform refit_beds_of(new.id, array_remove(array[
    case when new.title_id is distinct from old.title_id then old.title_id end,
    case when new.designation_id is distinct from old.designation_id then old.designation_id end], null));
  return null;
end $$;
create trigger users_decide_beds
  after update of title_id, confirmed_title_id, designation_id, confirmed_designation_id, gender, birth_date on users
  for each row when ((old.title_id, old.confirmed_title_id, old.designation_id, old.confirmed_designation_id, old.gender, old.birth_date)
    is distinct from (new.title_id, new.confirmed_title_id, new.designation_id, new.confirmed_designation_id, new.gender, new.birth_date))
  execute function user_decides_beds();

create function relative_decides_beds() returns trigger language plpgsql as $$
begin
  perform refit_beds_of(new.user_id, '{}');
  return null;
end $$;
create trigger spouses_decide_beds after update of title_id, gender, birth_date, linked_user_id on spouses
  for each row when ((old.title_id, old.gender, old.birth_date, old.linked_user_id)
    is distinct from (new.title_id, new.gender, new.birth_date, new.linked_user_id))
  execute function relative_decides_beds();
create trigger family_members_decide_beds after update of gender, birth_date on family_members
  for each row when ((old.gender, old.birth_date) is distinct from (new.gender, new.birth_date))
  execute function relative_decides_beds();

create function title_decides_beds() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'titles' then
    perform refit_beds_of(user_id, '{}') from (
      select id as user_id from users where title_id = new.id
      union select user_id from spouses where title_id = new.id) bearers;
  else
    perform refit_beds_of(id, '{}') from users where designation_id = new.id;
  end if;
  return null;
end $$;
create trigger titles_decide_beds after update of needs_confirmation on titles
  for each row when (old.needs_confirmation <> new.needs_confirmation) execute function title_decides_beds();
create trigger designations_decide_beds after update of needs_confirmation on designations
  for each row when (old.needs_confirmation <> new.needs_confirmation) execute function title_decides_beds();

-- Reservations made before this: whoever bears something else by now is looked at once.
select refit_beds_of(u.id, '{}') from users u
where u.erased_at is null and exists (
  select from reservation_participants p join events e on e.id = p.event_id
  where p.user_id = u.id and p.live and e.ends_at > now() and p.role = 'main'
    and (p.gender is distinct from u.gender
      or (not p.title_by_staff and p.bears_title_id is distinct from
        case when u.title_id = u.confirmed_title_id or u.title_id not in (select id from titles where needs_confirmation) then u.title_id end)
      or (not p.designation_by_staff and p.bears_designation_id is distinct from
        case when u.designation_id = u.confirmed_designation_id
          or u.designation_id not in (select id from designations where needs_confirmation) then u.designation_id end)));

-- A link that would leave somebody with two places is refused from now on; doubles from before break invariant 3, which is an alert.
delete from alerts where kind = 'person_twice';
