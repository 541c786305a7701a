-- An export that has ended needs its address no more. Its query can be the name of somebody who was erased while it ran
-- (docs/adr/0117-what-an-erasure-takes.md).
create function forget_query_of_export() returns trigger language plpgsql as $$
begin
  update background_exports set address = split_part(address, '?', 1) where activity_id = new.id and position('?' in address) > 0;
  return null;
end $$;
create trigger activities_forget_query after update of ended_at on activities for each row
  when (old.ended_at is null and new.ended_at is not null) execute function forget_query_of_export();
-- Activities are deleted after some days, so there are few.
update background_exports b set address = split_part(b.address, '?', 1) from activities a
  where a.id = b.activity_id and a.ended_at is not null and position('?' in b.address) > 0;
