-- The room board asks for what changed since it looked. Beds that are assigned are found by their reservation; those that
-- were released since, by this.
create index bed_assignments_released on bed_assignments (released_at) where released_at is not null;
