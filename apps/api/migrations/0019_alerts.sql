-- Alerts have kinds that the contract knows; they can be put off, and staff are told of each once.

alter table alerts
  add column updated_at timestamptz not null default now(),
  add column snoozed_until timestamptz,
  add column resolution text not null default '',
  -- when staff were told in the app and by mail
  add column told_at timestamptz;

-- A second kind for the same thing may exist already; the older of two gives way.
delete from alerts a using alerts b
  where a.kind = 'payment_set_apart' and b.kind = 'payment_open' and a.subject = b.subject and a.resolved_at is not distinct from b.resolved_at;
update alerts set
  kind = case when kind = 'payment_open' and data->>'mismatch' = 'too_late' then 'late_money' else 'payment_mismatch' end,
  data = data || jsonb_build_object('reference', subject)
  where kind in ('payment_set_apart', 'payment_open');
update alerts set kind = 'audit_chain_broken' where kind = 'invariant_broken' and subject = 'audit_trail';
-- What an installation has at this moment is not news to anybody.
update alerts set updated_at = created_at, told_at = created_at;

alter table alerts drop constraint alerts_kind_subject_resolved_at_key;
alter table alerts add constraint alerts_once unique nulls not distinct (kind, subject, resolved_at);
create index alerts_list on alerts (created_at desc, id);
create index alerts_untold on alerts (created_at) where told_at is null and resolved_at is null;
