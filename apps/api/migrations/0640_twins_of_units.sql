-- Units of one parent are told apart by their names without case and outer or doubled spaces: "A1" and "a1 " are one. Twins from before are
-- kept and marked, except for the oldest of them; the next file's index leaves them out. One that is renamed or moved loses its mark.
create function unit_name_key(name text) returns text language sql immutable parallel safe
  return lower(btrim(regexp_replace(name, '\s+', ' ', 'g')));

alter table church_units add column is_twin boolean default false;

update church_units u set is_twin = true
where exists (
  select from church_units first
  where first.level = u.level and first.parent_id is not distinct from u.parent_id
    and unit_name_key(first.name) = unit_name_key(u.name) and (first.created_at, first.id) < (u.created_at, u.id));

create function unmark_twin() returns trigger language plpgsql as $$
begin
  new.is_twin := false;
  return new;
end $$;
create trigger unmark_twin before update of name, parent_id on church_units for each row
  when (old.is_twin and (unit_name_key(old.name) <> unit_name_key(new.name) or old.parent_id is distinct from new.parent_id))
  execute function unmark_twin();
