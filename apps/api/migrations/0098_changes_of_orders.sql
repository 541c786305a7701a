-- How edits changed what a reservation orders of a product, as cover_changes does for meals. Vendors' statements say how each
-- figure came about.
create table order_changes (
  id bigint generated always as identity,
  reservation_id oid24 not null,
  event_product_id oid24 not null references event_products on delete cascade,
  delta integer not null check (delta <> 0),
  at timestamptz not null,
  primary key (reservation_id, id)
);
create index order_changes_product on order_changes (event_product_id, at);
