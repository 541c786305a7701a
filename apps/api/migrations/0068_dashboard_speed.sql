-- The dashboard reads a month of 100,000 reservations from indexes alone.

-- The number of persons, written with them. An invariant compares it with their rows.
alter table reservations add column persons smallint not null default 1 check (persons > 0);
update reservations r set persons = p.persons
  from (select reservation_id, count(*) as persons from reservation_participants group by 1 having count(*) > 1) p
  where p.reservation_id = r.id;
drop index participants_beside_main;

-- Whether a reservation holds, and for how many persons.
drop index reservations_status;
create index reservations_status on reservations (status, created_at desc, id) include (hold_expires_at, persons);
create index reservations_nights on reservations (event_id, check_in, check_out)
  include (id, status, hold_expires_at, persons) where event_accommodation_id is not null;

-- How money was paid never changes, so an entry repeats it.
alter table ledger_entries add column provider text not null default '';
alter table ledger_entries disable trigger ledger_append_only;
update ledger_entries l set provider = p.provider from payments p where p.id = l.payment_id;
alter table ledger_entries enable trigger ledger_append_only;
create function ledger_entry_has_provider() returns trigger language plpgsql as $$
begin
  select p.provider into new.provider from payments p where p.id = new.payment_id;
  return new;
end $$;
create trigger ledger_provider before insert on ledger_entries for each row execute function ledger_entry_has_provider();
alter table ledger_entries add constraint ledger_provider_known check (provider <> '');
drop index ledger_by_time;
create index ledger_by_time on ledger_entries (at) include (currency, amount, provider);
