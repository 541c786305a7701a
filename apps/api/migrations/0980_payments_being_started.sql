-- Until when a call that starts a payment at its provider can be under way. Null: none is. A payment that is only created and has no
-- call under way is one of which nobody knows whether the provider has it: its answer was lost, or the process ended.
alter table payments add column starting_until timestamptz;
