-- no transaction
drop index if exists church_units_once;
-- The former version may have made twins since the file before.
update church_units u set is_twin = true
where is_twin is not true and exists (
  select from church_units first
  where first.level = u.level and first.parent_id is not distinct from u.parent_id
    and unit_name_key(first.name) = unit_name_key(u.name) and (first.created_at, first.id) < (u.created_at, u.id));
create unique index concurrently church_units_once on church_units (level, parent_id, unit_name_key(name))
  nulls not distinct where is_twin is not true;
