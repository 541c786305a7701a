-- Each handing over by its phone's name, so that one that is sent again changes nothing, however many came between.
create table product_handovers (
  reservation_id oid24 not null references reservations on delete restrict,
  handover_id text not null,
  by_user oid24 references users on delete set null,
  at timestamptz not null,
  primary key (reservation_id, handover_id)
);
insert into product_handovers (reservation_id, handover_id, by_user, at)
  select distinct on (reservation_id, handover_id) reservation_id, handover_id, delivered_by, coalesce(delivered_at, now())
  from product_fulfilments where handover_id is not null;
alter table product_fulfilments drop column handover_id;
