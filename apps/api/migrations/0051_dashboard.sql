-- What the dashboard sums by month.

-- The persons of a reservation beside its main one. Most reservations have none, so booking one person writes nothing here.
create index participants_beside_main on reservation_participants (reservation_id) where position > 0;
create index ledger_by_time on ledger_entries (at) include (currency, amount);
create index reservations_cancelled on reservations (cancelled_at) where cancelled_at is not null;
