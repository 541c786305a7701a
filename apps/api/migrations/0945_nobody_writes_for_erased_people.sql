-- Nobody writes rows for somebody whose account is erased, also who began before
-- (docs/adr/0107-nobody-writes-for-erased-people.md). An erasure locks the account; whoever writes for it meanwhile waits in the check of the
-- foreign key, whose trigger comes first by its name, and is then refused here. Who was earlier is waited for by the erasure.
create function refuse_erased(account text) returns void language plpgsql as $$
begin
  if exists (select from users where id = account and erased_at is not null) then
    raise exception 'the account is erased' using errcode = 'check_violation', constraint = 'account_is_erased', detail = account;
  end if;
end $$;

-- The column is the first argument.
create function refuse_row_of_erased() returns trigger language plpgsql as $$
begin
  perform refuse_erased(to_jsonb(new) ->> tg_argv[0]);
  return null;
end $$;

-- A batch of a sale is looked at once, person by person: `offset 0` keeps a plan from reading all accounts.
create function refuse_reservations_of_erased() returns trigger language plpgsql as $$
declare
  account text;
begin
  select u.id into account from made m
    cross join lateral (select id from users where id = m.user_id and erased_at is not null offset 0) u limit 1;
  if found then
    perform refuse_erased(account);
  end if;
  return null;
end $$;
create trigger refuse_erased after insert on reservations referencing new table as made
  for each statement execute function refuse_reservations_of_erased();

-- A linked spouse in the reservation of somebody else.
create trigger refuse_erased after insert on reservation_participants
  for each row when (new.spouse_id is not null and new.user_id is not null) execute function refuse_row_of_erased('user_id');
create trigger refuse_erased_claim after update of user_id on reservation_participants
  for each row when (new.user_id is not null and new.user_id is distinct from old.user_id) execute function refuse_row_of_erased('user_id');

create trigger refuse_erased after insert on sessions for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on one_time_tokens
  for each row when (new.user_id is not null) execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on mfa_methods for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on passkeys for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on passkey_challenges
  for each row when (new.user_id is not null) execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on recovery_codes for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on password_history for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on access_logs
  for each row when (new.user_id is not null) execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on files
  for each row when (new.owner_id is not null) execute function refuse_row_of_erased('owner_id');
create trigger refuse_erased after insert on family_members for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on spouses for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased_link after insert or update of linked_user_id on spouses
  for each row when (new.linked_user_id is not null) execute function refuse_row_of_erased('linked_user_id');
create trigger refuse_erased after insert on spouse_invitations for each row execute function refuse_row_of_erased('inviter_id');
create trigger refuse_erased after insert on spouse_requests for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased_other after insert on spouse_requests for each row execute function refuse_row_of_erased('other_id');
create trigger refuse_erased after insert on waiting_entries for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert or update on reservation_drafts for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on support_tickets for each row execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on support_messages
  for each row when (new.author_id is not null) execute function refuse_row_of_erased('author_id');
create trigger refuse_erased after insert on blog_comments
  for each row when (new.user_id is not null) execute function refuse_row_of_erased('user_id');
create trigger refuse_erased after insert on person_notes for each row execute function refuse_row_of_erased('user_id');

-- What somebody says about an event, by their reservation.
create function refuse_feedback_of_erased() returns trigger language plpgsql as $$
declare
  account text;
begin
  select u.id into account from users u where u.id = (select r.user_id from reservations r where r.id = new.reservation_id) for key share;
  perform refuse_erased(account);
  return null;
end $$;
create trigger refuse_erased after insert or update of words on event_feedback
  for each row when (new.words <> '') execute function refuse_feedback_of_erased();

-- A task can be about somebody's reservation or ticket, whose foreign keys do not wait for an erasure.
create function refuse_task_of_erased() returns trigger language plpgsql as $$
declare
  account text;
begin
  for account in
    select id from users where id in (new.user_id, (select r.user_id from reservations r where r.id = new.reservation_id),
      (select k.user_id from support_tickets k where k.id = new.ticket_id)) order by id for key share
  loop
    perform refuse_erased(account);
  end loop;
  return null;
end $$;
create trigger refuse_erased after insert or update of user_id, reservation_id, ticket_id on tasks
  for each row when (new.user_id is not null or new.reservation_id is not null or new.ticket_id is not null)
  execute function refuse_task_of_erased();

-- A message of the office to one person alone, by their account or their reservations.
create function refuse_message_to_erased() returns trigger language plpgsql as $$
declare
  accounts text[] := array(
    select id from users where id = any(new.ids) or id in (select r.user_id from reservations r where r.id = any(new.ids))
    order by id for key share);
begin
  if cardinality(accounts) = 1 then
    perform refuse_erased(accounts[1]);
  end if;
  return null;
end $$;
create trigger refuse_erased after insert or update of ids on bulk_messages
  for each row when (cardinality(new.ids) between 1 and 20) execute function refuse_message_to_erased();

-- The account itself stays empty. The rows of before are looked at in a file of their own.
alter table users add constraint account_stays_erased check (erased_at is null or (status = 'deactivated' and first_name = 'Erased'
  and last_name = 'person' and num_nonnulls(email, pending_email, email_confirmed_at, phone, phone_verified_at, password_hash,
    password_changed_at, other_names, gender, birth_date, industry, region_id, area_id, district_id, assembly_id, title_id, designation_id,
    staff_id, avatar_file_id) = 0)) not valid;
