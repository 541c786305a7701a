-- A live reservation is redeemed exactly when an accepted check-in of it counts (docs/domain.md#invariant-17). Until now
-- it stayed redeemed when its only check-in was withdrawn, and was redeemed only at the next scan when somebody paid
-- after they had been let in.
with arrivals as (
  select r.id, r.status as was, case when r.status = 'redeemed' then 'active' else 'redeemed' end as becomes
  from reservations r left join (select distinct reservation_id from reservation_participants where checked_in_at is not null) i
    on i.reservation_id = r.id
  where (r.status = 'redeemed' and i.reservation_id is null)
    or (r.status = 'active' and i.reservation_id is not null
      and r.paid + r.waived + r.reduced >= coalesce((r.pending_change->>'previous_total')::bigint, r.total))),
changed as (
  update reservations r set status = a.becomes, updated_at = now(),
    redeemed_at = case when a.becomes = 'redeemed' then now() end, checked_out_at = case when a.becomes = 'redeemed' then r.checked_out_at end
  from arrivals a where r.id = a.id)
insert into reservation_transitions (reservation_id, from_status, to_status, action, actor, reason, at)
select id, was, becomes, case when becomes = 'redeemed' then 'check_in' else 'withdraw_check_in' end, 'system', '', now() from arrivals;
