-- What the office types about somebody in their reservation is refused once their account is erased, as everything else is
-- (docs/adr/0107-nobody-writes-for-erased-people.md). The account is locked after the reservation, as an erasure does.
create function refuse_words_about_erased() returns trigger language plpgsql as $$
declare
  account text;
begin
  if tg_table_name = 'reservations' then
    select u.id into account from users u where u.id = to_jsonb(new) ->> 'user_id' for key share;
  else
    select u.id into account from users u
      where u.id = (select r.user_id from reservations r where r.id = to_jsonb(new) ->> 'reservation_id') for key share;
  end if;
  perform refuse_erased(account);
  return null;
end $$;

create trigger refuse_erased_note after update of note on reservations
  for each row when (new.note <> '' and new.note is distinct from old.note) execute function refuse_words_about_erased();
create trigger refuse_erased_waiver after update of waived_reason on reservations
  for each row when (new.waived_reason <> '' and new.waived_reason is distinct from old.waived_reason)
  execute function refuse_words_about_erased();
-- Reasons of the system are codes, which nobody typed.
create trigger refuse_erased after insert on reservation_transitions
  for each row when (new.reason <> '' and new.actor = 'staff') execute function refuse_words_about_erased();

-- What was written before this file.
update reservations r set note = '', waived_reason = case when waived_reason is not null then '' end
  from users u where u.id = r.user_id and u.erased_at is not null and (r.note <> '' or r.waived_reason <> '');
update reservation_transitions t set reason = '' from reservations r join users u on u.id = r.user_id
  where t.reservation_id = r.id and u.erased_at is not null and t.actor = 'staff' and t.reason <> '';
