-- A notice of a payment provider names who paid. Only facts about the money are kept of it (docs/adr/0117-what-an-erasure-takes.md). A
-- job reduces those of before, and what the former version receives meanwhile.
alter table payment_events add column reduced boolean not null default false;
