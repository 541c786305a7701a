-- A request that nobody decided about holds its place as long as its event, and ends with it (docs/domain.md#approval).
update reservations r set hold_expires_at = e.ends_at
from events e
where e.id = r.event_id and r.status = 'pending' and r.needs_approval and r.approved_at is null and r.paid <= 0
  and r.hold_expires_at is null;
