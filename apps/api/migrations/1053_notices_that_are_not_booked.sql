-- When a notice that is not booked was asked about again. Staff hear of it at the first time.
alter table payment_events add column asked_again_at timestamptz;
