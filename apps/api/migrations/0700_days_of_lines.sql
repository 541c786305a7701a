-- The nights or days that a line of a price is for: the first, and the day after the last. Nights that are over stay in lines of
-- their own when the rest of a stay is changed. Lines from before are for all nights of their reservation.
alter table reservation_lines add column from_day date, add column until_day date,
  add constraint reservation_lines_days check (until_day - from_day = units) not valid;
