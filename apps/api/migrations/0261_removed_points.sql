-- A point that the office removes keeps its kind and event: phones can hold scans of it for hours, and an entry at a removed gate is an
-- entry at the gates. Nothing offers it any more.
alter table scan_points add removed_at timestamptz;
