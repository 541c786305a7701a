-- The office confirms the titles of people on spouse lists, too. Without an account nobody else could.
alter table spouses
  -- What was confirmed: another title is unconfirmed by itself.
  add confirmed_title_id oid24 constraint spouses_confirmed_title_id_fkey references titles on delete set null,
  -- When the owner of the list last chose a title.
  add title_claimed_at timestamptz;

-- The office confirmed the title of the person whom it saw. Under another name, or linked with an account, it is asked again.
create function ask_title_of_spouse_again() returns trigger language plpgsql as $$
begin
  new.confirmed_title_id := null;
  return new;
end $$;
create trigger spouses_ask_title_again before update of first_name, last_name, other_names, linked_user_id on spouses
  for each row when (old.confirmed_title_id is not null
    and (old.first_name, old.last_name, old.other_names, old.linked_user_id)
      is distinct from (new.first_name, new.last_name, new.other_names, new.linked_user_id))
  execute function ask_title_of_spouse_again();

-- Beside spouses_decide_beds. The columns of the trigger above count as well: only named ones fire.
create trigger spouses_decide_beds_by_confirmation
  after update of confirmed_title_id, first_name, last_name, other_names, linked_user_id on spouses
  for each row when (old.confirmed_title_id is distinct from new.confirmed_title_id)
  execute function relative_decides_beds();
