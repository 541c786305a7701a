-- What is due at once, what is due later, and what the church gave back.

-- When the balance after a deposit is due (null: 14 days before the start; never after the start), and what happens when it is
-- not paid by then: `keep` collects it at the gate; `release` gives up first the bed, then the place, never the money.
alter table events
  add balance_due_at timestamptz,
  add unpaid_rule text not null default 'keep' constraint events_unpaid_rule_check check (unpaid_rule in ('keep', 'release'));

alter table reservations
  -- What must be covered before it is active: the deposit, or (null) everything.
  add due_at_once bigint constraint reservations_due_at_once_check check (due_at_once >= 0),
  -- What was given back as goodwill: it lowers what is owed, as a waiver does.
  add reduced bigint not null default 0 constraint reservations_reduced_check check (reduced >= 0),
  -- Part paid without a deposit rule: staff keep the place until then. After that it is on the open list again.
  add kept_until timestamptz,
  -- The highest price that money was paid towards: the refund rule counts from here, not from what an edit made of it.
  add ruled_total bigint not null default 0 constraint reservations_ruled_total_check check (ruled_total >= 0);

-- `owed`: paid beyond the price, or for something that never was. `rule`: by the refund rule. `goodwill`: a gift.
alter table refunds add kind text not null default 'owed' constraint refunds_kind_check check (kind in ('owed', 'rule', 'goodwill'));
update refunds set kind = 'rule' where reason in ('cancelled', 'cheaper');

-- Invariant 6. The old check asked for everything.
do $$
declare
  old_name text;
begin
  select conname into strict old_name from pg_constraint
  where conrelid = 'reservations'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%pending_change IS NOT NULL%';
  execute format('alter table reservations drop constraint %I', old_name);
end $$;

update reservations set ruled_total = coalesce((pending_change->>'previous_total')::bigint, total) where paid > 0;

-- Deposits were held, not confirmed. Money that arrived ends a hold.
update reservations r set due_at_once = r.waived + ceil((r.total - r.waived) * e.deposit_percent / 100.0)
from events e where e.id = r.event_id and r.status = 'pending' and e.deposit_percent is not null;
update reservations set hold_expires_at = null where status = 'pending' and paid > 0;

with secured as (
  update reservations set status = 'active'
  where status = 'pending' and paid > 0 and paid + waived >= coalesce(due_at_once, total) and (not needs_approval or approved_at is not null)
  returning id),
freed as (
  update claims c set released_at = now() from secured s, quotas q
  where c.reservation_id = s.id and c.released_at is null and q.id = c.quota_id and q.kind = 'desk_holds'
  returning c.quota_id, c.quantity),
counted as (
  update quotas q set claimed = q.claimed - f.quantity
  from (select quota_id, sum(quantity)::int as quantity from freed group by quota_id) f where q.id = f.quota_id)
insert into reservation_transitions (reservation_id, from_status, to_status, action, actor, reason)
select id, 'pending', 'active', 'pay', 'system', 'deposit' from secured;

alter table reservations
  add constraint reservations_active_is_covered check (
    status <> 'active' or paid + waived + reduced >= coalesce(due_at_once, (pending_change->>'previous_total')::bigint, total)),
  add constraint reservations_redeemed_is_paid check (
    status <> 'redeemed' or paid + waived + reduced >= coalesce((pending_change->>'previous_total')::bigint, total));

-- Who owes a balance: asked every hour, for the reminders and for what happens after the date.
create index reservations_balance on reservations (event_id, id) where status = 'active' and paid + waived + reduced < total;
-- Money without a place that is secured: the open list.
create index reservations_part_paid on reservations (kept_until) where status = 'pending' and paid > 0;

-- What a person was told about an unpaid balance: each once.
create table balance_notices (
  reservation_id oid24 not null,
  kind text not null constraint balance_notices_kind_check check (kind in ('7_days', '2_days', 'today', 'bed_released')),
  at timestamptz not null,
  constraint balance_notices_pkey primary key (reservation_id, kind)
);
