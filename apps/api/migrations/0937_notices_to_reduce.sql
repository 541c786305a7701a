-- no transaction
-- Notices that were stored whole. The job finds them, and soon there is none.
drop index if exists payment_events_whole;
create index concurrently payment_events_whole on payment_events (id) where not reduced;
