-- When somebody got the bed of a plan. A bed that was assigned at another time was touched since, and an undo leaves it.
alter table allocation_places add column accepted_at timestamptz;
