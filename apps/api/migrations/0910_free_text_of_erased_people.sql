-- An erasure takes what was typed about a person, also from the ledger (docs/adr/0117-what-an-erasure-takes.md). Amounts, dates,
-- methods and references of its rows are only added.
create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.reason = '' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'rows of % are only added', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger ledger_append_only on ledger_entries;
create trigger ledger_append_only before update or delete on ledger_entries for each row execute function refuse_change_of_ledger();

-- The phone of a wish is null once the person whom it named is erased. The rows of before are looked at in a file of their own.
-- safe: a looser check, which every row of the former version meets
alter table room_mate_wishes
  drop constraint room_mate_wishes_way,
  add constraint room_mate_wishes_way check ((phone is null or way = 'phone') and (token_hash is not null) = (way = 'link')
    and (code is not null) = (way in ('code', 'staff'))) not valid;
