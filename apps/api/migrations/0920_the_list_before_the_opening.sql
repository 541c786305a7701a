-- When the waiting list of an event was last invited, on the row of its places, which every booking has locked: a booking after the
-- opening of registration sees whether those who waited before it had their turn.
alter table quotas add column list_invited_at timestamptz;
