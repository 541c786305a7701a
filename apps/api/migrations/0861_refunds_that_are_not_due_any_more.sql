-- When the member and staff were told that a refund, of which they had been told, is not due any more: the reservation was changed
-- again, and the money counts for it. Until now nobody was, and the alert stayed open.
alter table refunds add column recall_told_at timestamptz;
update refunds set recall_told_at = settled_at where status = 'withdrawn';
-- safe: refunds are some hundred rows for each event, so the lock is held for milliseconds
create index refunds_recalled on refunds (settled_at)
  where status = 'withdrawn' and withdrawn_reason is null and told_at is not null and recall_told_at is null;
update alerts a set resolved_at = now(), updated_at = now()
where a.kind = 'refund_due' and a.resolved_at is null and not exists (
  select from refunds f join payments p on p.id = f.payment_id
  where p.reservation_id = a.subject and (f.status in ('due', 'refused') or (f.status = 'requested' and f.needs_attention)));
