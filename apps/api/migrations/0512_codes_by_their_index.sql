-- Each beginning of a code is looked up on its own. As one join, the planner expects a ninth of all reservations to match,
-- and reads them all: for every name that somebody searches.
create or replace function reservations_by_code(beginning text) returns setof oid24 language plpgsql stable rows 20 as $$
declare
  first text;
begin
  for first in select reservation_codes(beginning) loop
    return query select r.id from reservations r where r.code between first and first || '~';
  end loop;
end $$;
