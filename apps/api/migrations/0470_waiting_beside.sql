-- Who has a reservation waits for no place at the event, and no offer holds a second one for them. Until now, entries of people
-- who reserved another way stayed on the list and could never be served.
create temporary table over on commit drop as
  select w.id, w.kind in ('event', 'participant_type') as place from waiting_entries w
  join reservations r on r.event_id = w.event_id and r.user_id = w.user_id and r.status in ('pending', 'active', 'redeemed')
  where w.status = 'offered' or (w.status = 'waiting' and w.kind in ('event', 'participant_type'));

with gone as (
  update claims set released_at = now() where released_at is null and waiting_entry_id in (select id from over)
  returning quota_id, quantity)
update quotas q set claimed = q.claimed - g.quantity
from (select quota_id, sum(quantity)::int as quantity from gone group by quota_id) g where q.id = g.quota_id;

-- What can be added to the reservation is waited for again, and offered for it with the next thing that becomes free.
update waiting_entries w set status = case when o.place then 'withdrawn' else 'waiting' end, offer_expires_at = null, updated_at = now()
from over o where o.id = w.id;
