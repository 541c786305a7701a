-- A reservation is confirmed when it becomes active: at once, by what was still open, or by money that came after its hold
-- had expired. A check-in that is taken back makes it active again and confirms nothing.
create or replace function webhook_on_transitions() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where enabled) then
    perform note_webhook_event('reservation.made', array(select reservation_id::text from fresh where action = 'make'));
    perform note_webhook_event('reservation.confirmed', array(
      select distinct reservation_id::text from fresh
      where to_status = 'active' and (from_status is null or from_status in ('pending', 'failed'))));
    perform note_webhook_event('reservation.cancelled', array(
      select distinct reservation_id::text from fresh where to_status = 'cancelled' and from_status is distinct from 'cancelled'));
  end if;
  return null;
end $$;

-- A status that does not exist is refused. The rows of before are looked at in a file of their own, without a lock that stops
-- a sale.
alter table reservation_transitions
  add constraint transitions_from_status
    check (from_status in ('pending', 'active', 'redeemed', 'failed', 'cancelled', 'archived')) not valid,
  add constraint transitions_to_status
    check (to_status in ('pending', 'active', 'redeemed', 'failed', 'cancelled', 'archived')) not valid;
