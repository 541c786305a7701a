-- How old the copy of an event on a phone at the gate may be before a decision on it says so. A gathering that is paid for long
-- before needs no warning for hours; one that takes money at the door does after minutes.
alter table events
  add gate_copy_minutes smallint not null default 30 constraint events_gate_copy_minutes_check check (gate_copy_minutes between 5 and 1440);
