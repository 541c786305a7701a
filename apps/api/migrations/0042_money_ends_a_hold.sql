-- Money that was captured ends a hold: no clock takes a place that somebody paid for, not even in part.
update reservations set hold_expires_at = null where status = 'pending' and paid > 0 and hold_expires_at is not null;
alter table reservations
  add constraint reservations_paid_is_not_held check (status <> 'pending' or paid <= 0 or hold_expires_at is null);

-- `returned`: a part payment that is given back before it secured a place. It is no gift: the price stays, and all of it is owed again.
alter table refunds
  drop constraint refunds_kind_check,
  drop constraint refunds_reason_known,
  add constraint refunds_kind_check check (kind in ('owed', 'rule', 'goodwill', 'returned')),
  add constraint refunds_reason_known check (reason in
    ('overpaid', 'cancelled', 'cheaper', 'change_expired', 'hold_expired', 'archived', 'unpaid', 'too_late', 'part_payment', 'goodwill'));

-- What the books have in a till: everything of it on the days that are not closed.
create index ledger_of_till on ledger_entries (till_id, till_day) where till_id is not null;
