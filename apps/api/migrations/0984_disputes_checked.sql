alter table ledger_entries validate constraint ledger_kind_known;
alter table payment_events validate constraint payment_events_about;
alter table payment_events validate constraint payment_events_outcome;
