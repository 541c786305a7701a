-- A dispute can take money that a refund has taken, too: it left twice, and nobody owes it. It is entered once as what it is, and again
-- with the other sign if the refund fails.
alter table ledger_entries drop constraint ledger_kind_known;
alter table ledger_entries add constraint ledger_kind_known
  check (kind in ('capture', 'refund', 'void', 'refund_returned', 'chargeback', 'loss')) not valid;
alter table ledger_entries drop constraint ledger_sign;
alter table ledger_entries add constraint ledger_sign
  check (amount <> 0 and (kind = 'loss' or (kind in ('capture', 'refund_returned')) = (amount > 0))) not valid;

-- When the provider is asked about an open dispute next (null: now), and whether staff know that its deadline passed.
alter table disputes add column ask_after timestamptz, add column overdue_told_at timestamptz;

-- Whom a prompt asks, for as long as it can be confirmed, and whether it waits for a voucher.
alter table payments add column prompted_phone text, add column prompted_network text,
  add column needs_voucher boolean not null default false;
