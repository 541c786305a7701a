-- A part payment that its provider refused to give back stays with the place that was confirmed with it. Nobody sends it any more.
update refunds f set status = 'withdrawn', settled_at = now()
  from payments p join reservations r on r.id = p.reservation_id
  where p.id = f.payment_id and f.kind = 'returned' and f.status in ('due', 'refused') and r.status in ('active', 'redeemed');
update alerts a set resolved_at = now(), updated_at = now()
  where a.kind = 'refund_due' and a.resolved_at is null and not exists (
    select from refunds f join payments p on p.id = f.payment_id
    where p.reservation_id = a.subject and (f.status in ('due', 'refused') or (f.status = 'requested' and f.needs_attention)));
