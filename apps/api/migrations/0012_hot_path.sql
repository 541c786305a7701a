-- What a sale writes while many wait is as little as it can be.

-- The messages of a batch of reservations, as one row: they are unpacked into `messages` when they are sent. A rush of
-- reservations does not wait for its mails, and a code that somebody waits for does not stand behind them.
create table message_batches (
  id bigint generated always as identity primary key,
  -- rows of `messages`; json, not jsonb: it is written once and read once
  messages json not null,
  created_at timestamptz not null
);

-- The answer to who made a reservation is the reservation: it is shown again, not kept a second time. Reservations stay, so
-- nothing needs to ask at every insert whether it is there.
alter table idempotency_keys alter answer drop not null;
alter table idempotency_keys add reservation_id oid24;
alter table idempotency_keys add check (num_nonnulls(answer, reservation_id) = 1);

-- A participant type is offered by an event: whoever names both has named an event that exists.
alter table reservations drop constraint reservations_event_id_fkey;

-- A dearer change of somebody who is inside already runs out like any other.
drop index reservations_holds;
create index reservations_holds on reservations (event_id, hold_expires_at)
  where status in ('pending', 'active', 'redeemed') and hold_expires_at is not null;

-- Codes to be entered into the search index gather first. A few at a time: four megabytes of them at once, the default, would
-- hold up whoever reserves at that moment for a tenth of a second.
alter index reservations_code_search set (gin_pending_list_limit = 128);

-- Almost every participant is written a second time, on the way in: with room on its page that touches no index.
alter table reservation_participants set (fillfactor = 80);
