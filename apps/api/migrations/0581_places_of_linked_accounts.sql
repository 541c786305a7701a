-- A place of somebody on a spouse list belongs to the account that they are linked to now. Until now, it stayed with the one that
-- they were linked to before. Where the account has a place of its own as well, or waits for one, the office decides: the invariants name it.
update reservation_participants p set user_id = s.linked_user_id
from spouses s, events e
where s.id = p.spouse_id and e.id = p.event_id and p.live and e.ends_at > now()
  and s.linked_user_id is not null and p.user_id is distinct from s.linked_user_id
  and not exists (
    select from reservation_participants o where o.event_id = p.event_id and o.user_id = s.linked_user_id and o.live)
  and not exists (
    select from waiting_entries w
    where w.event_id = p.event_id and w.user_id = s.linked_user_id and w.status in ('waiting', 'offered'))
  -- Of several such places for one account, the first.
  and not exists (
    select from reservation_participants o join spouses b on b.id = o.spouse_id
    where o.event_id = p.event_id and o.live and b.linked_user_id = s.linked_user_id and o.id < p.id);
