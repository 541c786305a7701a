-- A lost dispute cannot be refused: who is checked in by then stays so, and owes the money. What banks took back of a reservation is the
-- sum of its chargebacks, and the only money that may be open after a check-in.
alter table reservations add column charged_back bigint not null default 0;

-- The ledger itself counts it, also while a former version books.
create function count_charged_back() returns trigger language plpgsql as $$
begin
  update reservations set charged_back = charged_back - new.amount where id = new.reservation_id;
  return null;
end $$;
create trigger ledger_charged_back after insert on ledger_entries for each row when (new.kind = 'chargeback') execute function count_charged_back();

update reservations r set charged_back = l.amount
  from (select reservation_id, -sum(amount) as amount from ledger_entries where kind = 'chargeback' group by reservation_id) l
  where l.reservation_id = r.id;

alter table reservations
  drop constraint reservations_redeemed_is_paid,
  add constraint reservations_redeemed_is_paid check (
    status <> 'redeemed' or paid + coalesce((pending_change->>'previous_waived')::bigint, waived) + reduced + charged_back
      >= coalesce((pending_change->>'previous_total')::bigint, total)) not valid;
