-- What an edit of a reservation changed, from what to what, by ids and with answers as they were given (ADR 96). Null: nothing was
-- written down, as for all entries from before.
alter table reservation_transitions add column changes jsonb;
alter table reservation_transitions add constraint transitions_changes
  check (changes is null or (jsonb_typeof(changes) = 'array' and action = 'edit')) not valid;
