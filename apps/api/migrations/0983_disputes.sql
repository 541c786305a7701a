-- Payments that somebody disputes with their bank. Whoever loses one pays the money back: the ledger gets a chargeback, once.
create table disputes (
  id oid24 primary key default new_id(),
  payment_id oid24 not null references payments on delete restrict,
  provider text not null,
  -- the name that the provider gave it
  provider_reference text not null,
  status text not null constraint disputes_status_known check (status in ('open', 'won', 'lost')),
  amount bigint not null constraint disputes_amount_positive check (amount > 0),
  currency text not null,
  -- until when the church can answer
  due_at timestamptz,
  -- what was taken back
  ledger_entry_id bigint constraint disputes_entry_once unique references ledger_entries on delete restrict,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint disputes_once unique (provider, provider_reference),
  constraint disputes_entry_of_lost check (ledger_entry_id is null or status = 'lost'),
  constraint disputes_settled_whole check ((settled_at is null) = (status = 'open'))
);
create index disputes_payment on disputes (payment_id);

alter table ledger_entries drop constraint ledger_kind_known;
alter table ledger_entries add constraint ledger_kind_known
  check (kind in ('capture', 'refund', 'void', 'refund_returned', 'chargeback')) not valid;
alter table payment_events drop constraint payment_events_about;
alter table payment_events add constraint payment_events_about check (about in ('payment', 'refund', 'dispute', 'other')) not valid;
alter table payment_events drop constraint payment_events_outcome;
alter table payment_events add constraint payment_events_outcome check (outcome in
  ('settled', 'mismatch', 'late', 'failed', 'abandoned', 'pending', 'ignored', 'unknown_reference',
   'refund_done', 'refund_refused', 'refund_pending', 'refund_unknown', 'dispute_open', 'dispute_won', 'dispute_lost')) not valid;
