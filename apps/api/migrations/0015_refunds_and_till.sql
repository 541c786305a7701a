-- Refunds have a state that tells the truth, cash given back leaves the till, and a closed till stays closed.

-- ── Refunds ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- due → requested → done | refused; withdrawn when it was decided again before anything was sent.
alter table refunds drop constraint refunds_status_check;
drop index refunds_open;
alter table refunds
  -- what a person typed; `reason` is a code from now on
  add column note text not null default '',
  -- how it goes back: through the provider, in cash with a slip, or outside of this product
  add column way text,
  -- counts what the provider refused for good: each attempt is asked for under a key of its own
  add column attempt integer not null default 1,
  -- how often the provider was asked
  add column asked integer not null default 0,
  add column last_error text,
  add column needs_attention boolean not null default false,
  add column requested_at timestamptz,
  -- when the provider was last asked to send it
  add column asked_at timestamptz,
  -- when a job asks the provider again
  add column ask_after timestamptz,
  -- when the member and staff were told that it is due
  add column told_at timestamptz,
  add column settled_by oid24 references users,
  add column slip_number bigint,
  add column paid_to text,
  add column withdrawn_reason text;

update refunds f set
  status = case f.status when 'processed' then 'done' when 'failed' then 'refused' when 'declined' then 'withdrawn' else f.status end,
  reason = case when f.reason in ('overpaid', 'cancelled', 'cheaper', 'change_expired', 'hold_expired', 'archived') then f.reason else 'goodwill' end,
  note = case when f.reason in ('overpaid', 'cancelled', 'cheaper', 'change_expired', 'hold_expired', 'archived') then '' else f.reason end,
  way = case when f.status in ('requested', 'processed') then case when p.provider = 'cash' then 'cash' else 'provider' end end,
  requested_at = case when f.status = 'requested' then f.created_at end,
  settled_by = case when f.status = 'processed' then f.requested_by end,
  told_at = f.created_at
from payments p where p.id = f.payment_id;
-- What was asked of a provider and never answered is asked about now.
update refunds set ask_after = now() where status = 'requested' and way = 'provider';
-- Cash that was given back gets the slips it never had, in the order in which it went.
update refunds f set slip_number = n.number, status = 'done', settled_at = coalesce(f.settled_at, f.created_at),
  settled_by = coalesce(f.settled_by, f.requested_by)
from (select id, row_number() over (order by coalesce(settled_at, created_at), id) as number from refunds where way = 'cash' and status = 'done') n
where n.id = f.id;
-- A cash refund that was begun and never entered gave nothing back: it is due.
update refunds set status = 'due', way = null, requested_at = null, requested_by = null where way = 'cash' and status = 'requested';

-- Money that came too late stood on the list as a payment alone: from now on every amount that goes back is a refund.
insert into refunds (payment_id, amount, currency, reason, created_at, told_at)
select p.id, p.captured - p.refunded, p.currency, 'too_late', coalesce(p.settled_at, p.created_at), coalesce(p.settled_at, p.created_at) from payments p
where p.status = 'refund_due' and p.captured > p.refunded
  and not exists (select 1 from refunds f where f.payment_id = p.id and f.status in ('due', 'requested', 'refused'));

alter table refunds
  add constraint refunds_status_known check (status in ('due', 'requested', 'done', 'refused', 'withdrawn')),
  add constraint refunds_reason_known check (reason in
    ('overpaid', 'cancelled', 'cheaper', 'change_expired', 'hold_expired', 'archived', 'unpaid', 'too_late', 'goodwill')),
  add constraint refunds_way_known check (way in ('provider', 'cash', 'outside')),
  add constraint refunds_way_when_sent check (way is not null or status in ('due', 'refused', 'withdrawn')),
  add constraint refunds_slip check ((slip_number is not null) = (way is not distinct from 'cash' and status = 'done')),
  add constraint refunds_slip_once unique (slip_number),
  add constraint refunds_withdrawn_reason check (withdrawn_reason is null or status = 'withdrawn');
create index refunds_open on refunds (created_at) where status in ('due', 'requested', 'refused');
create index refunds_ask on refunds (ask_after) where status = 'requested' and ask_after is not null;
create index refunds_untold on refunds (created_at) where status = 'due' and told_at is null;
create index refunds_list on refunds (created_at desc, id);

insert into counters (name, value) select 'cash_slip', coalesce(max(slip_number), 0) from refunds;
insert into counters (name) values ('cash_closing');

-- The sandbox provider's own books of refunds: idempotent by key, as providers are.
create table sandbox_refunds (
  key text primary key,
  reference text not null references sandbox_charges on delete cascade,
  amount bigint not null,
  status text not null constraint sandbox_refunds_status check (status in ('pending', 'done', 'refused')),
  created_at timestamptz not null default now()
);
create index sandbox_refunds_reference on sandbox_refunds (reference);

-- ── The till ─────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A ledger row with a till is cash that came into it or left it: whose till, and on which business day it counts.
alter table ledger_entries
  add column refund_id oid24 references refunds on delete restrict,
  add column attempt integer,
  add column till_id oid24 references users,
  add column till_day date;
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries drop constraint ledger_entries_check;
alter table ledger_entries
  add constraint ledger_kind_known check (kind in ('capture', 'refund', 'void', 'refund_returned')),
  add constraint ledger_sign check ((kind in ('capture', 'refund_returned')) = (amount > 0) and amount <> 0),
  add constraint ledger_till_whole check ((till_id is null) = (till_day is null)),
  -- a refund is entered once for each attempt, and taken back once when the provider refuses it afterwards
  add constraint ledger_refund_once unique (refund_id, attempt, kind);

alter table ledger_entries disable trigger ledger_append_only;
update ledger_entries l set till_id = coalesce(case when l.kind = 'refund' then l.actor_id end, p.cashier_id),
  till_day = case when l.kind = 'void' then (p.created_at at time zone g.time_zone)::date else (l.at at time zone g.time_zone)::date end
from payments p, client_groups g where p.id = l.payment_id and p.provider = 'cash';
-- On a new installation there is no organisation yet, and no cash either.
update ledger_entries l set till_id = p.cashier_id, till_day = (p.created_at at time zone 'UTC')::date
from payments p where p.id = l.payment_id and p.provider = 'cash' and l.till_id is null;
alter table ledger_entries enable trigger ledger_append_only;
create index ledger_till on ledger_entries (till_day, till_id, id) where till_id is not null;

create table cash_closings (
  id oid24 primary key default new_id(),
  number bigint not null constraint closings_number_once unique,
  cashier_id oid24 not null references users,
  day date not null,
  currency text not null constraint closings_currency check (currency ~ '^[A-Z]{3}$'),
  opening bigint not null constraint closings_opening check (opening >= 0),
  taken bigint not null,
  voided bigint not null,
  given_back bigint not null,
  expected bigint not null generated always as (opening + taken - voided - given_back) stored,
  counted bigint not null constraint closings_counted check (counted >= 0),
  difference bigint not null generated always as (counted - (opening + taken - voided - given_back)) stored,
  -- what of each note and coin, in minor units: {"20000": 12}; null where only the sum was counted
  counts jsonb,
  reason text not null default '',
  receipts integer not null,
  slips integer not null,
  first_receipt bigint,
  last_receipt bigint,
  signed_by oid24 not null references users,
  signed_at timestamptz not null,
  constraint closings_once unique (cashier_id, day, currency),
  constraint closings_difference_reason check (counted = opening + taken - voided - given_back or reason <> '')
);
create index cash_closings_list on cash_closings (day desc, signed_at desc);
create trigger cash_closings_append_only before update or delete on cash_closings for each row execute function refuse_change();

-- One at a time writes into a till or closes it: what the closing counts is what it locks.
create function lock_till(till oid24) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('till ' || till, 0))
$$;

create function refuse_closed_till() returns trigger language plpgsql as $$
begin
  perform lock_till(new.till_id);
  if exists (select 1 from cash_closings c where c.cashier_id = new.till_id and c.day = new.till_day and c.currency = new.currency) then
    raise exception 'the till of % is closed for %', new.till_id, new.till_day using errcode = 'check_violation', constraint = 'till_is_closed';
  end if;
  return new;
end $$;
create trigger ledger_till_open before insert on ledger_entries for each row when (new.till_id is not null)
  execute function refuse_closed_till();

create function refuse_wrong_closing() returns trigger language plpgsql as $$
declare
  books record;
begin
  perform lock_till(new.cashier_id);
  select coalesce(sum(amount) filter (where kind = 'capture'), 0) as taken, coalesce(-sum(amount) filter (where kind = 'void'), 0) as voided,
    coalesce(-sum(amount) filter (where kind in ('refund', 'refund_returned')), 0) as given_back into books
  from ledger_entries where till_id = new.cashier_id and till_day = new.day and currency = new.currency;
  if (books.taken, books.voided, books.given_back) is distinct from (new.taken::numeric, new.voided::numeric, new.given_back::numeric) then
    raise exception 'the closing does not say what the books say' using errcode = 'check_violation', constraint = 'closing_is_stale';
  end if;
  return new;
end $$;
create trigger cash_closings_books before insert on cash_closings for each row execute function refuse_wrong_closing();

-- ── What a notice of a provider led to ───────────────────────────────────────────────────────────────────────────────
alter table payment_events
  add column about text not null default 'payment' constraint payment_events_about check (about in ('payment', 'refund', 'other'));
alter table payment_events add constraint payment_events_outcome check (outcome in
  ('settled', 'mismatch', 'late', 'failed', 'abandoned', 'pending', 'ignored', 'unknown_reference',
   'refund_done', 'refund_refused', 'refund_pending', 'refund_unknown'));
update payment_events e set outcome = case when p.id is null then 'unknown_reference' when p.status = 'refund_due' then 'late'
  when p.captured > 0 or p.status = 'void' then 'settled' when p.status in ('failed', 'abandoned') then p.status else 'pending' end
from payment_events n left join payments p on p.reference = n.reference where n.id = e.id and e.outcome is null;
create index payment_events_unanswered on payment_events (reference) where outcome is null;

-- ── Payments that are not what was asked, looked at by somebody ──────────────────────────────────────────────────────
alter table payments
  add column looked_at timestamptz,
  add column looked_by oid24 references users,
  add column looked_reason text,
  add constraint payments_looked_whole check ((looked_at is null) = (looked_by is null) and (looked_at is null) = (looked_reason is null));
drop index payments_open;
create index payments_open on payments (created_at) where (status = 'refund_due' or mismatch is not null) and looked_at is null;
create index payments_checkout on payments (reservation_id) where status in ('created', 'started');
