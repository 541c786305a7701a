-- When the unit that has a name is renamed, moved or removed, the oldest of its twins has the name: it loses its mark, so that the
-- index church_units_once refuses a new sibling of that name.
create function inherit_unit_name() returns trigger language plpgsql as $$
begin
  update church_units set is_twin = false where id = (
    select id from church_units
    where is_twin and level = old.level and parent_id is not distinct from old.parent_id
      and unit_name_key(name) = unit_name_key(old.name)
    order by created_at, id limit 1);
  return null;
end $$;
create trigger inherit_name_of_changed after update of name, parent_id on church_units for each row
  when (old.is_twin is not true
    and (unit_name_key(old.name) <> unit_name_key(new.name) or old.parent_id is distinct from new.parent_id))
  execute function inherit_unit_name();
create trigger inherit_name_of_removed after delete on church_units for each row
  when (old.is_twin is not true) execute function inherit_unit_name();
