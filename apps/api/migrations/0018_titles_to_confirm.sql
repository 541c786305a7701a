-- Titles and designations that count only once the office has confirmed them.

alter table titles add needs_confirmation boolean not null default false;
alter table designations add needs_confirmation boolean not null default false;

-- What was confirmed, not that something was: another title is unconfirmed by itself, whatever wrote it.
alter table users
  add confirmed_title_id oid24 constraint users_confirmed_title_id_fkey references titles on delete set null,
  add title_confirmed_at timestamptz,
  add title_confirmed_by oid24 constraint users_title_confirmed_by_fkey references users on delete set null,
  add confirmed_designation_id oid24 constraint users_confirmed_designation_id_fkey references designations on delete set null,
  add designation_confirmed_at timestamptz,
  add designation_confirmed_by oid24 constraint users_designation_confirmed_by_fkey references users on delete set null,
  -- When the owner of the account last chose a title or designation that waits.
  add title_claimed_at timestamptz;

-- Who bears a title: few bear one that needs confirmation, and the list of those who wait asks for them by it.
create index users_title on users (title_id) where title_id is not null;
create index users_designation on users (designation_id) where designation_id is not null;
