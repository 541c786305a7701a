-- Reads every transition beside a sale: this waits for nobody who writes.
alter table reservation_transitions validate constraint transitions_from_status;
alter table reservation_transitions validate constraint transitions_to_status;
