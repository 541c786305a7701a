alter table ledger_entries validate constraint ledger_kind_known;
alter table ledger_entries validate constraint ledger_sign;
alter table disputes validate constraint disputes_entry_of_lost;
