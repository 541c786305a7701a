-- A person of a spouse list becomes an account of their own only when that account says so.

alter table spouses add linked_at timestamptz;
update spouses set linked_at = updated_at where linked_user_id is not null;
-- One account is on one list once.
update spouses s set linked_user_id = null, linked_at = null
where linked_user_id is not null and removed_at is null and exists (
  select 1 from spouses o where o.user_id = s.user_id and o.linked_user_id = s.linked_user_id and o.removed_at is null and o.id < s.id);
create unique index spouses_one_link on spouses (user_id, linked_user_id) where linked_user_id is not null and removed_at is null;
create index spouses_linked on spouses (linked_user_id) where linked_user_id is not null;

-- Whom it is for is found by address or phone when it is looked at, never when it is sent: nobody learns who has an account.
create table spouse_invitations (
  id oid24 constraint spouse_invitations_pkey primary key default new_id(),
  spouse_id oid24 not null constraint spouse_invitations_spouse_id_fkey references spouses on delete cascade,
  inviter_id oid24 not null constraint spouse_invitations_inviter_id_fkey references users on delete cascade,
  email citext,
  phone text constraint spouse_invitations_phone check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  status text not null default 'sent' constraint spouse_invitations_status check (status in ('sent', 'accepted', 'declined', 'withdrawn')),
  answered_by oid24 constraint spouse_invitations_answered_by_fkey references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  constraint spouse_invitations_one_way check (num_nonnulls(email, phone) = 1)
);
create unique index spouse_invitations_one_sent on spouse_invitations (spouse_id) where status = 'sent';
create index spouse_invitations_email on spouse_invitations (email) where status in ('sent', 'declined') and email is not null;
create index spouse_invitations_phone on spouse_invitations (phone) where status in ('sent', 'declined') and phone is not null;
create index spouse_invitations_inviter on spouse_invitations (inviter_id);

-- Whoever comes from a spouse list comes as the account it is linked to. Decided here, under the lock of the row, so that a link
-- that is confirmed while somebody reserves counts for that reservation too; participants_one_live_user does the rest.
create function participant_is_linked_account() returns trigger language plpgsql as $$
begin
  select linked_user_id into new.user_id from spouses where id = new.spouse_id for key share;
  return new;
end $$;
create trigger participants_linked_account before insert on reservation_participants
  for each row when (new.spouse_id is not null) execute function participant_is_linked_account();

-- Two who were linked when both had a place already: once one place is given up, the other is that account's.
create function participant_takes_over() returns trigger language plpgsql as $$
begin
  update reservation_participants p set user_id = new.user_id
  from spouses s
  where s.linked_user_id = new.user_id and p.spouse_id = s.id and p.live and p.event_id = new.event_id and p.user_id is null;
  return null;
end $$;
create trigger participants_take_over after update of live on reservation_participants
  for each row when (old.live and not new.live and new.user_id is not null) execute function participant_takes_over();
