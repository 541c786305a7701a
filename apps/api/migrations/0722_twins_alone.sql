-- Twins whose unit was renamed, moved or removed before the file before: the oldest of each name has it.
update church_units u set is_twin = false
where is_twin and not exists (
  select from church_units other
  where other.id <> u.id and other.level = u.level and other.parent_id is not distinct from u.parent_id
    and unit_name_key(other.name) = unit_name_key(u.name)
    and (other.is_twin is not true or (other.created_at, other.id) < (u.created_at, u.id)));
