-- A sitting is a meal point with a time: outside of it, nobody is served there (packages/contract/src/checkin/scans.ts).
alter table scan_points
  add ends_at timestamptz,
  add constraint scan_points_ends_after_start check (ends_at > starts_at);

alter table scans
  drop constraint scans_result_check,
  add constraint scans_result_check check (result in ('ok', 'already_redeemed', 'unpaid', 'cancelled', 'no_meal', 'not_now', 'wrong_event', 'not_found', 'invalid')),
  drop constraint scans_said_check,
  add constraint scans_said_check check (said in ('ok', 'already_redeemed', 'unpaid', 'cancelled', 'no_meal', 'not_now', 'wrong_event', 'not_found', 'invalid'));

-- Products of a reservation that their vendor packed and handed over. An edit replaces the lines of a reservation, and
-- changes nothing here: what was handed over and is not ordered any more has to come back.
create table product_fulfilments (
  reservation_id oid24 not null references reservations on delete restrict,
  event_product_id oid24 not null references event_products on delete restrict,
  prepared integer not null default 0 check (prepared >= 0),
  delivered integer not null default 0 check (delivered >= 0),
  -- the price at the last handing over
  unit_price bigint not null check (unit_price >= 0),
  prepared_at timestamptz,
  delivered_at timestamptz,
  delivered_by oid24 references users on delete set null,
  -- the phone's name of its handing over: sent again, it is the same one
  handover_id text,
  primary key (reservation_id, event_product_id)
);
create index product_fulfilments_product on product_fulfilments (event_product_id);
-- It was lost with each edit, and nothing wrote it.
alter table reservation_lines drop column fulfilment;

-- How edits changed the covers of a reservation. What was made, confirmed and cancelled is in its transitions.
create table cover_changes (
  id bigint generated always as identity,
  reservation_id oid24 not null,
  event_caterer_id oid24 not null references event_caterers on delete cascade,
  delta smallint not null check (delta <> 0),
  at timestamptz not null,
  primary key (reservation_id, id)
);
create index cover_changes_caterer on cover_changes (event_caterer_id, at);

create index caterers_vendor on caterers (vendor_id) where vendor_id is not null;
create index products_vendor on products (vendor_id) where vendor_id is not null;
