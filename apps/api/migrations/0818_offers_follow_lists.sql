-- What is offered to somebody does not hold a place for a person whom they took off their spouse or family list (see 0808).
create trigger spouses_removed_decide_offers after update of removed_at on spouses
  for each row when (old.removed_at is null and new.removed_at is not null) execute function person_decides_offers();
create trigger family_members_removed_decide_offers after update of removed_at on family_members
  for each row when (old.removed_at is null and new.removed_at is not null) execute function person_decides_offers();
