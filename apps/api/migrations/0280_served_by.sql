-- What a caterer served at events that were over before it went to another vendor: it stays on the statement of the one who did it.
-- null: the vendor that the caterer has now
alter table event_caterers add column served_by oid24 references users on delete set null;
-- safe: an event has a few caterers
create index event_caterers_served_by on event_caterers (served_by) where served_by is not null;

create function keep_served_by() returns trigger language plpgsql as $$
begin
  -- An account that is deleted is no user any more.
  update event_caterers o set served_by = u.id from events e, users u
  where o.caterer_id = new.id and o.served_by is null and e.id = o.event_id and e.ends_at < now() and u.id = old.vendor_id;
  return null;
end $$;
create trigger keep_served_by after update of vendor_id on caterers
  for each row when (old.vendor_id is not null and old.vendor_id is distinct from new.vendor_id)
  execute function keep_served_by();
