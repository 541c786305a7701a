-- What a bank gives back of a chargeback is no longer taken back. It is counted at the end of the transaction, when the reservation has
-- the money again: until then a redeemed one owes it (reservations_redeemed_is_paid).
create constraint trigger ledger_charged_back_returned after insert on ledger_entries deferrable initially deferred
  for each row when (new.kind = 'chargeback_returned') execute function count_charged_back();
