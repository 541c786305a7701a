-- The office asks two people whether they are a couple, or confirms it itself and says why (ADR 52).
create table spouse_requests (
  id oid24 constraint spouse_requests_pkey primary key default new_id(),
  user_id oid24 not null constraint spouse_requests_user_id_fkey references users on delete cascade,
  other_id oid24 not null constraint spouse_requests_other_id_fkey references users on delete cascade,
  -- the person of the spouse list of user_id who is meant; null: found by the name, or a new one
  spouse_id oid24 constraint spouse_requests_spouse_id_fkey references spouses on delete set null,
  asked_by oid24 constraint spouse_requests_asked_by_fkey references users on delete set null,
  status text not null default 'asked'
    constraint spouse_requests_status check (status in ('asked', 'agreed', 'declined', 'withdrawn', 'confirmed')),
  user_agreed_at timestamptz,
  other_agreed_at timestamptz,
  -- who declined, withdrew or confirmed it
  ended_by oid24 constraint spouse_requests_ended_by_fkey references users on delete set null,
  ended_at timestamptz,
  -- why the office confirmed it without both of them
  reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint spouse_requests_two_people check (user_id <> other_id),
  constraint spouse_requests_both_agreed
    check (status <> 'agreed' or (user_agreed_at is not null and other_agreed_at is not null)),
  constraint spouse_requests_has_reason check ((status = 'confirmed') = (reason is not null)),
  constraint spouse_requests_ended check ((status = 'asked') = (ended_at is null))
);
create unique index spouse_requests_one_open
  on spouse_requests (least(user_id::text, other_id::text), greatest(user_id::text, other_id::text)) where status = 'asked';
create index spouse_requests_user on spouse_requests (user_id);
create index spouse_requests_other on spouse_requests (other_id);
create index spouse_requests_spouse on spouse_requests (spouse_id) where spouse_id is not null;
create index spouse_requests_asked_by on spouse_requests (asked_by);
create index spouse_requests_ended_by on spouse_requests (ended_by) where ended_by is not null;
