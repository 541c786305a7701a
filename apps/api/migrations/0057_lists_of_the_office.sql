-- What a reservation owes by its recorded status. The amount now follows from it (money/standing.store.ts).
alter table reservations add column owed bigint not null generated always as (
  case when status in ('failed', 'cancelled', 'archived') then 0 else greatest(0, total - paid - waived - reduced) end) stored;

-- Lists of all reservations, by amounts and by guest.
create index reservations_owed on reservations (owed, id);
create index reservations_total on reservations (total, id);
create index events_by_name on events (name, id);
create index users_by_name on users (last_name, first_name, id);
-- The same for people alone is covered by it.
drop index people_name;
