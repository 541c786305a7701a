-- no transaction
drop index if exists reservations_charged_back;
create index concurrently reservations_charged_back on reservations (id) where status = 'redeemed' and charged_back > 0;
