-- A dispute that was lost can be won after all: the bank gives the money back, and the reservation has it again.
alter table ledger_entries drop constraint ledger_kind_known;
alter table ledger_entries add constraint ledger_kind_known
  check (kind in ('capture', 'refund', 'void', 'refund_returned', 'chargeback', 'chargeback_returned', 'loss')) not valid;
alter table ledger_entries drop constraint ledger_sign;
alter table ledger_entries add constraint ledger_sign
  check (amount <> 0 and (kind = 'loss' or (kind in ('capture', 'refund_returned', 'chargeback_returned')) = (amount > 0))) not valid;
alter table disputes drop constraint disputes_entry_of_lost;
alter table disputes add constraint disputes_entry_of_lost check (ledger_entry_id is null or status <> 'open') not valid;
