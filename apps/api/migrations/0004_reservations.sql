create table reservations (
  id oid24 primary key default new_id(),
  code text not null unique,
  event_id oid24 not null references events on delete restrict,
  user_id oid24 not null references users on delete restrict,
  payer_id oid24 not null references users on delete restrict,
  status text not null check (status in ('pending', 'active', 'redeemed', 'failed', 'cancelled', 'archived')),
  source text not null default 'self' check (source in ('self', 'staff', 'delegation', 'waiting_list')),
  -- null while nothing can run out: paid, waived, or waiting for approval
  hold_expires_at timestamptz,
  pays_at_desk boolean not null default false,
  needs_approval boolean not null default false,
  approved_at timestamptz,
  approved_by oid24 references users,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total bigint not null check (total >= 0),
  -- what the ledger sums to
  paid bigint not null default 0,
  waived bigint not null default 0 check (waived >= 0),
  waived_by oid24 references users,
  waived_reason text,
  -- what stays with the organisation of a cancelled or cheaper reservation, by the event's refund rule
  retained bigint not null default 0 check (retained >= 0),
  event_participant_type_id oid24 not null,
  title_id oid24 references titles on delete restrict,
  designation_id oid24 references designations on delete restrict,
  committee_type_id oid24 references committee_types on delete restrict,
  event_accommodation_id oid24,
  check_in date,
  check_out date,
  event_caterer_id oid24,
  spouse_id oid24 references spouses on delete restrict,
  form_version_id oid24 references form_versions on delete restrict,
  arrival_at timestamptz,
  departure_at timestamptz,
  -- names of built-in fields and ids of questions that staff left open
  missing text[] not null default '{}',
  -- an edit that costs more waits here, its difference claimed, until the balance is paid
  pending_change jsonb,
  redeemed_at timestamptz,
  checked_out_at timestamptz,
  cancelled_at timestamptz,
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (event_participant_type_id, event_id) references event_participant_types (id, event_id) on delete restrict,
  foreign key (event_accommodation_id, event_id) references event_accommodations (id, event_id) on delete restrict,
  foreign key (event_caterer_id, event_id) references event_caterers (id, event_id) on delete restrict,
  check ((event_accommodation_id is null) = (check_in is null) and (check_in is null) = (check_out is null)),
  check (check_out > check_in),
  -- invariant 6: active or redeemed means paid, waived by somebody with a reason, or raised by an edit whose balance is open
  check (status not in ('active', 'redeemed') or paid + waived >= total or pending_change is not null),
  check (waived = 0 or (waived_by is not null and waived_reason is not null)),
  check (status <> 'redeemed' or redeemed_at is not null),
  unique (id, event_id)
);
-- invariant 3
create unique index reservations_one_live on reservations (event_id, user_id) where status in ('pending', 'active', 'redeemed');
create index reservations_user on reservations (user_id, created_at desc, id);
create index reservations_payer on reservations (payer_id) where payer_id <> user_id;
create index reservations_event on reservations (event_id, status, created_at desc, id);
create index reservations_list on reservations (created_at desc, id);
create index reservations_status on reservations (status, created_at desc, id);
-- pending: the reservation itself ends; active: a dearer change that was not paid does
create index reservations_holds on reservations (event_id, hold_expires_at) where status in ('pending', 'active') and hold_expires_at is not null;
create index reservations_code_search on reservations using gin (code gin_trgm_ops);

-- One row a person: a couple is two persons with two QR codes.
create table reservation_participants (
  id oid24 primary key default new_id(),
  reservation_id oid24 not null,
  event_id oid24 not null,
  role text not null check (role in ('main', 'spouse')),
  user_id oid24 references users on delete restrict,
  spouse_id oid24 references spouses on delete restrict,
  name text not null,
  gender text check (gender in ('male', 'female')),
  -- random: what strangers see instead of the reservation's id
  qr_id oid24 not null unique,
  live boolean not null,
  checked_in_at timestamptz,
  checked_out_at timestamptz,
  foreign key (reservation_id, event_id) references reservations (id, event_id) on delete cascade,
  check (num_nonnulls(user_id, spouse_id) >= 1),
  unique (reservation_id, role)
);
create unique index participants_one_live_user on reservation_participants (event_id, user_id) where live and user_id is not null;
create unique index participants_one_live_spouse on reservation_participants (event_id, spouse_id) where live and spouse_id is not null;

-- A reservation is never deleted, only cancelled or archived. So its lines, transitions and claims need not ask at every
-- insert whether it is there: they are written with it in one statement, and those checks were a third of a booking's cost.
create trigger reservations_stay before delete on reservations for each row execute function refuse_change();

create table reservation_lines (
  id bigint generated always as identity,
  reservation_id oid24 not null,
  kind text not null check (kind in ('participant_type', 'accommodation', 'caterer', 'product_option', 'question_option')),
  ref_id oid24 not null,
  label text not null,
  quantity integer not null check (quantity > 0),
  units integer not null default 1 check (units > 0),
  unit_price bigint not null check (unit_price >= 0),
  amount bigint not null check (amount = unit_price * quantity * units),
  fulfilment text not null default 'ordered' check (fulfilment in ('ordered', 'prepared', 'delivered')),
  primary key (reservation_id, id)
);

create table reservation_answers (
  reservation_id oid24 not null references reservations on delete cascade,
  question_id oid24 not null,
  -- the wording that was answered
  label text not null,
  value jsonb not null,
  primary key (reservation_id, question_id)
);

-- invariant 11: a status is the fold of these rows
create table reservation_transitions (
  id bigint generated always as identity,
  reservation_id oid24 not null,
  from_status text,
  to_status text not null,
  action text not null,
  reason text not null default '',
  actor_id oid24,
  actor text not null check (actor in ('owner', 'staff', 'system', 'provider', 'gate')),
  at timestamptz not null default now(),
  primary key (reservation_id, id)
);

create table waiting_entries (
  id oid24 primary key default new_id(),
  -- the order of arrival: two may come in the same millisecond
  number bigint generated always as identity,
  event_id oid24 not null references events on delete cascade,
  user_id oid24 not null references users on delete cascade,
  -- what is waited for: null for a place at the event itself
  kind text not null check (kind in ('event', 'participant_type', 'beds', 'caterer', 'product_option')),
  ref_id oid24,
  -- the wish in full, as it would have been reserved
  wish jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'offered', 'taken', 'expired', 'withdrawn')),
  offered_at timestamptz,
  offer_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'offered') = (offer_expires_at is not null))
);
create unique index waiting_one on waiting_entries (event_id, user_id, kind, ref_id) nulls not distinct where status in ('waiting', 'offered');
create index waiting_order on waiting_entries (event_id, number) where status = 'waiting';
create index waiting_offers on waiting_entries (offer_expires_at) where status = 'offered';
create index waiting_user on waiting_entries (user_id, number);

-- What a reservation (or an offer of the waiting list) holds of a quota. Live while released_at is null.
create table claims (
  id bigint generated always as identity primary key,
  quota_id oid24 not null,
  reservation_id oid24,
  waiting_entry_id oid24,
  quantity integer not null check (quantity > 0),
  -- held for a change that is not paid yet, beside what the reservation has
  for_change boolean not null default false,
  created_at timestamptz not null default now(),
  released_at timestamptz,
  check (num_nonnulls(reservation_id, waiting_entry_id) = 1)
);
create index claims_reservation on claims (reservation_id) where released_at is null and reservation_id is not null;
create index claims_waiting on claims (waiting_entry_id) where released_at is null and waiting_entry_id is not null;
create index claims_quota on claims (quota_id) where released_at is null;

-- The other side of the same thought: a quota that somebody holds something of stays.
create function refuse_quota_in_use() returns trigger language plpgsql as $$
begin
  if exists (select 1 from claims where quota_id = old.id and released_at is null) then
    raise exception 'quota % is claimed', old.id using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger quotas_in_use before delete on quotas for each row execute function refuse_quota_in_use();

-- invariant 2: one bed, one night, one occupant, across all events of the centre
create table bed_assignments (
  id oid24 primary key default new_id(),
  room_id oid24 not null references event_rooms on delete restrict,
  bed smallint not null check (bed >= 1),
  nights daterange not null check (not isempty(nights)),
  reservation_id oid24 not null references reservations on delete cascade,
  participant_id oid24 not null references reservation_participants on delete cascade,
  pinned boolean not null default false,
  assigned_by oid24 references users,
  created_at timestamptz not null default now(),
  released_at timestamptz,
  constraint one_bed_one_occupant exclude using gist (room_id with =, bed with =, nights with &&) where (released_at is null),
  constraint one_bed_a_person exclude using gist (participant_id with =, nights with &&) where (released_at is null)
);
create index bed_assignments_reservation on bed_assignments (reservation_id) where released_at is null;

-- Special-category data: sealed with a key outside the database; only what staff need is derived.
create table reservation_care (
  participant_id oid24 primary key references reservation_participants on delete cascade,
  sealed text not null,
  ground_floor boolean not null default false,
  quiet_room boolean not null default false,
  diets text[] not null default '{}',
  purge_after date not null,
  created_at timestamptz not null default now()
);
create table care_reads (
  id bigint generated always as identity primary key,
  participant_id oid24 not null,
  reader_id oid24 not null references users,
  at timestamptz not null default now()
);

-- What somebody has chosen so far; survives reload and follows them to another device.
create table reservation_drafts (
  user_id oid24 not null references users on delete cascade,
  event_id oid24 not null references events on delete cascade,
  draft jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, event_id)
);

create table payments (
  id oid24 primary key default new_id(),
  reference text not null unique check (reference ~ '^[A-Za-z0-9.=-]{6,64}$'),
  reservation_id oid24 not null references reservations on delete restrict,
  payer_id oid24 references users,
  provider text not null check (provider in ('sandbox', 'paystack', 'stripe', 'cash')),
  provider_reference text,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  live boolean not null,
  status text not null check (status in ('created', 'started', 'paid', 'failed', 'abandoned', 'refund_due', 'refunded', 'void')),
  captured bigint not null default 0 check (captured >= 0),
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= captured),
  -- short, over or in another currency: recorded, and staff are told
  mismatch text,
  checkout_url text,
  return_url text,
  cashier_id oid24 references users,
  receipt_number bigint unique,
  void_reason text,
  voided_by oid24 references users,
  note text not null default '',
  verify_after timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (provider, provider_reference),
  check ((provider = 'cash') = (receipt_number is not null)),
  check (provider <> 'cash' or cashier_id is not null)
);
create index payments_reservation on payments (reservation_id, created_at);
create index payments_list on payments (provider, created_at desc, id);
create index payments_poll on payments (verify_after) where status in ('created', 'started') and verify_after is not null;
create index payments_open on payments (created_at) where status = 'refund_due' or mismatch is not null;

create table refunds (
  id oid24 primary key default new_id(),
  payment_id oid24 not null references payments on delete restrict,
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null default 'due' check (status in ('due', 'requested', 'processed', 'failed', 'declined')),
  reason text not null,
  provider_reference text,
  requested_by oid24 references users,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refunds_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status in ('due', 'requested', 'failed');

-- invariant 4: only added
create table ledger_entries (
  id bigint generated always as identity primary key,
  payment_id oid24 not null references payments on delete restrict,
  reservation_id oid24 not null references reservations on delete restrict,
  kind text not null check (kind in ('capture', 'refund', 'void')),
  amount bigint not null check ((kind = 'capture' and amount > 0) or (kind <> 'capture' and amount < 0)),
  currency text not null,
  reason text not null default '',
  actor_id oid24 references users,
  at timestamptz not null default now()
);
create index ledger_entries_payment on ledger_entries (payment_id);
create index ledger_entries_reservation on ledger_entries (reservation_id);
create trigger ledger_append_only before update or delete on ledger_entries for each row execute function refuse_change();

-- Gapless receipt numbers: the row is locked until the payment that takes the number commits.
create table counters (
  name text primary key,
  value bigint not null default 0
);
insert into counters (name) values ('cash_receipt');

create table payment_events (
  id bigint generated always as identity primary key,
  provider text not null,
  -- event + reference (+ refund status): replays are the same row
  dedupe_key text not null,
  reference text,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  outcome text,
  unique (provider, dedupe_key)
);
create index payment_events_reference on payment_events (reference);

-- The sandbox provider's own books: what its checkout page was told.
create table sandbox_charges (
  reference text primary key,
  amount bigint not null,
  currency text not null,
  status text not null default 'ongoing' check (status in ('ongoing', 'success', 'failed', 'abandoned')),
  return_url text not null,
  refunded bigint not null default 0,
  created_at timestamptz not null default now()
);

create table check_in_user_events (
  user_id oid24 not null references users on delete cascade,
  event_id oid24 not null references events on delete cascade,
  primary key (user_id, event_id)
);

-- invariant 10: a scan is a fact made by a device; its id makes it the same fact however often it is sent
create table scans (
  id bigint generated always as identity primary key,
  scan_id text not null,
  device_id text not null,
  event_id oid24 references events on delete restrict,
  participant_id oid24 references reservation_participants on delete restrict,
  reservation_id oid24 references reservations on delete restrict,
  code text not null,
  direction text not null check (direction in ('in', 'out')),
  result text not null check (result in ('ok', 'already_redeemed', 'unpaid', 'cancelled', 'wrong_event', 'not_found', 'invalid')),
  scanned_by oid24 references users,
  scanned_at timestamptz not null,
  received_at timestamptz not null default now(),
  unique (device_id, scan_id)
);
create index scans_event on scans (event_id, scanned_at desc);
create index scans_participant on scans (participant_id, scanned_at desc);
