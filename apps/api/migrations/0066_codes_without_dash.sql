-- The code of a reservation is found without its dash too. A person on the phone says "LC N2VM", not where the dash is.

-- The beginnings of the codes that somebody can mean who types these letters and digits: as they are, behind the letters
-- of an event, and divided after them.
create function reservation_codes(typed text) returns setof text language sql stable rows 20 as $$
  with prefixes as (select distinct code_prefix as prefix from events)
  select typed
  union
  select prefix || '-' || typed from prefixes
  union
  select prefix || '-' || substr(typed, length(prefix) + 1) from prefixes where starts_with(typed, prefix)
$$;

create or replace function reservations_by_code(beginning text) returns setof oid24 language plpgsql stable rows 20 as $$
begin
  return query
    select r.id from reservation_codes(beginning) s (first) join reservations r on r.code between s.first and s.first || '~';
end $$;
