-- What was waived before a dearer change began is of the price in force; what was waived since is of the change, and ends
-- with it. Where nothing was waived since an edit that waits began, all of it is of the price in force. Elsewhere nobody
-- wrote it down: what the money leaves of that price.
update reservations r set pending_change = r.pending_change || jsonb_build_object('previous_waived', case
    when not exists (
      select from reservation_transitions w join reservation_transitions d on d.reservation_id = w.reservation_id and d.at <= w.at
      where w.reservation_id = r.id and w.action = 'waive' and d.action = 'edit' and d.reason = 'dearer') then r.waived
    else least(r.waived, greatest(0, (r.pending_change->>'previous_total')::bigint - r.reduced - r.paid)) end)
  where r.pending_change is not null;

alter table reservations
  add constraint reservations_change_knows_waiver check (
    pending_change is null or (pending_change->>'previous_waived')::bigint between 0 and waived) not valid,
  drop constraint reservations_active_is_covered,
  drop constraint reservations_redeemed_is_paid,
  add constraint reservations_active_is_covered check (
    status <> 'active' or paid + coalesce((pending_change->>'previous_waived')::bigint, waived) + reduced
      >= coalesce(due_at_once, (pending_change->>'previous_total')::bigint, total)) not valid,
  add constraint reservations_redeemed_is_paid check (
    status <> 'redeemed' or paid + coalesce((pending_change->>'previous_waived')::bigint, waived) + reduced
      >= coalesce((pending_change->>'previous_total')::bigint, total)) not valid;

-- A change that was paid can end, too.
alter table refunds drop constraint refunds_reason_known;
alter table refunds add constraint refunds_reason_known check (reason in
  ('overpaid', 'cancelled', 'cheaper', 'change_expired', 'change_ended', 'hold_expired', 'archived', 'unpaid', 'too_late',
   'part_payment', 'goodwill')) not valid;
