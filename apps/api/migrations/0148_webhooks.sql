-- Webhooks: what happened is noted by the statement that makes it happen, in its transaction, while somebody listens.
create table webhooks (
  id oid24 primary key default new_id(),
  name text not null constraint webhooks_name_length check (char_length(name) between 1 and 80),
  url text not null constraint webhooks_url_form check (url ~ '^https?://' and char_length(url) <= 500),
  secret_sealed text not null,
  events text[] not null constraint webhooks_listen check (cardinality(events) > 0),
  enabled boolean not null default true,
  created_by oid24 references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index webhooks_name on webhooks (lower(name));
create index webhooks_created_by on webhooks (created_by) where created_by is not null;

-- Kept for thirty days. The number is the cursor.
create table webhook_events (
  id bigint generated always as identity primary key,
  type text not null,
  subject_id oid24 not null,
  at timestamptz not null default now()
);
create index webhook_events_at on webhook_events (at);

create table webhook_deliveries (
  webhook_id oid24 not null references webhooks on delete cascade,
  event_id bigint not null references webhook_events on delete cascade,
  state text not null default 'due' constraint webhook_deliveries_state check (state in ('due', 'delivered', 'failed')),
  attempts smallint not null default 0,
  -- When it is due again. Until the first attempt, at once.
  next_at timestamptz not null default '2000-01-01T00:00:00Z',
  -- The answer to the last attempt: an HTTP status, or why there was none.
  status smallint,
  problem text,
  last_at timestamptz,
  primary key (webhook_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'due';
create index webhook_deliveries_event on webhook_deliveries (event_id);

-- Notes that something happened to each of these, for everybody who listens. One probe of a small table for a statement.
create function note_webhook_event(happened text, ids text[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 or not exists (select from webhooks where enabled and happened = any(events)) then
    return;
  end if;
  with noted as (
    insert into webhook_events (type, subject_id) select happened, id from unnest(ids) as id returning id
  )
  insert into webhook_deliveries (webhook_id, event_id)
    select w.id, n.id from noted n cross join webhooks w where w.enabled and happened = any(w.events);
  -- A queue for each receiver: a slow one delays only itself.
  perform graphile_worker.add_job('deliver_webhook', json_build_object('webhook_id', w.id), queue_name => 'webhook:' || w.id,
    max_attempts => 3) from webhooks w where w.enabled and happened = any(w.events);
end $$;

create function webhook_on_transitions() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where enabled) then
    perform note_webhook_event('reservation.made', array(select reservation_id::text from fresh where action = 'make'));
    perform note_webhook_event('reservation.confirmed',
      array(select distinct reservation_id::text from fresh where to_status = 'confirmed' and from_status is distinct from 'confirmed'));
    perform note_webhook_event('reservation.cancelled', array(select reservation_id::text from fresh where to_status = 'cancelled'));
  end if;
  return null;
end $$;
create trigger webhook_transitions after insert on reservation_transitions
  referencing new table as fresh for each statement execute function webhook_on_transitions();

create function webhook_on_ledger() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where enabled) then
    perform note_webhook_event('payment.received', array(select distinct reservation_id::text from fresh where kind = 'capture'));
    perform note_webhook_event('payment.refunded', array(select distinct reservation_id::text from fresh where kind = 'refund'));
  end if;
  return null;
end $$;
create trigger webhook_ledger after insert on ledger_entries
  referencing new table as fresh for each statement execute function webhook_on_ledger();

create function webhook_on_events() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('event.published', array[new.id::text]);
  return null;
end $$;
create trigger webhook_events_published after update of status on events
  for each row when (new.status = 'published' and old.status <> 'published') execute function webhook_on_events();
