-- The list of all reservations is sorted by what was paid and by participant type along an index.
create index reservations_paid on reservations (paid, id);
create index reservations_type on reservations (event_participant_type_id, id);
-- Minors who come without a guardian: few of all persons.
create index participants_minors on reservation_participants (reservation_id) where minor and guardian is null;
-- Money of reservations that have ended: none, but for those that somebody must look at.
create index reservations_homeless on reservations (id) where status in ('failed', 'cancelled') and paid > retained;
create index ledger_by_amount on ledger_entries (amount, id);
create index people_seen on users (last_login_at desc nulls last, id) where user_type in ('user', 'vendor');
-- The counts of runs beside each workflow.
create index workflow_runs_states on workflow_runs (workflow_id, state);
