alter table ledger_entries validate constraint ledger_kind_known;
alter table ledger_entries validate constraint ledger_sign;
