-- A scan of an event's guest at a point that was removed meanwhile is of the person and the event, and counts nowhere.
alter table scans alter column accepted
  set expression as (coalesce(said, result) = 'ok' and result <> 'wrong_event' and withdrawn_at is null);
