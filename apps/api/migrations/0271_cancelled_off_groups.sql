-- A named person whose reservation was cancelled is no guest of the group: the bed went to everybody.
with gone as (
  delete from allotment_guests g using reservations r where r.id = g.reservation_id and r.status = 'cancelled'
  returning g.allotment_id, g.beds)
update allotments a set taken = taken - s.beds, returned = returned + s.beds, updated_at = now()
from (select allotment_id, sum(beds)::int as beds from gone group by allotment_id) s where a.id = s.allotment_id;
