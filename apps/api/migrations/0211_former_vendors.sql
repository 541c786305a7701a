-- What was handed over of an order before its product went to another vendor: it stays on the statement of the one who did it.
-- The pieces of an order count in the order of handing over. A row has those up to `delivered`, without those of the row before.
create table former_handovers (
  id bigint generated always as identity primary key,
  reservation_id oid24 not null,
  event_product_id oid24 not null,
  -- null: the account is gone
  vendor_id oid24 references users on delete set null,
  delivered integer not null check (delivered >= 0),
  foreign key (reservation_id, event_product_id) references product_fulfilments on delete cascade
);
create index former_handovers_order on former_handovers (event_product_id, reservation_id, id);
create index former_handovers_vendor on former_handovers (vendor_id) where vendor_id is not null;

create function keep_former_handovers() returns trigger language plpgsql as $$
begin
  insert into former_handovers (reservation_id, event_product_id, vendor_id, delivered)
  select f.reservation_id, f.event_product_id, (select u.id from users u where u.id = old.vendor_id), f.delivered
  from product_options o join event_products x on x.product_option_id = o.id join product_fulfilments f on f.event_product_id = x.id
  where o.product_id = new.id and f.delivered > coalesce((select max(h.delivered) from former_handovers h
    where h.event_product_id = f.event_product_id and h.reservation_id = f.reservation_id), 0);
  return null;
end $$;
create trigger keep_former_handovers after update of vendor_id on products
  for each row when (old.vendor_id is not null and old.vendor_id is distinct from new.vendor_id)
  execute function keep_former_handovers();

-- What comes back was handed over last.
create function take_back_former_handovers() returns trigger language plpgsql as $$
begin
  update former_handovers set delivered = new.delivered
  where event_product_id = new.event_product_id and reservation_id = new.reservation_id and delivered > new.delivered;
  return null;
end $$;
create trigger take_back_former_handovers after update of delivered on product_fulfilments
  for each row when (new.delivered < old.delivered) execute function take_back_former_handovers();
