-- Which payment of its reservation through a provider it is: each receipt has a number of its own, the code of the reservation and
-- this number. Cash has a gapless number instead (receipt_number).
alter table payments add column online_number int;

-- Payments of a reservation are settled one after another: the lock of the reservation is taken first. What was captured stays
-- captured, so the number of those before does not change.
create function number_online_payment() returns trigger language plpgsql as $$
begin
  new.online_number := 1 + (select count(*) from payments p where p.reservation_id = new.reservation_id and p.id <> new.id
    and p.captured > 0 and p.receipt_number is null);
  return new;
end $$;
create trigger online_number before insert or update of captured on payments
  for each row when (new.captured > 0 and new.receipt_number is null and new.online_number is null)
  execute function number_online_payment();
