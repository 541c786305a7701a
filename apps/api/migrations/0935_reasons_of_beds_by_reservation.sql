-- no transaction
-- Why people were moved to other beds, which an erasure forgets (docs/adr/0117-what-an-erasure-takes.md).
drop index if exists bed_assignments_reasons;
create index concurrently bed_assignments_reasons on bed_assignments (reservation_id) where released_reason <> '';
