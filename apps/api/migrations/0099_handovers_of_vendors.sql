-- Two vendors of one reservation can give their handings over the same name.
alter table product_handovers
  drop constraint product_handovers_pkey,
  add column id bigint generated always as identity primary key,
  add constraint product_handovers_once unique (reservation_id, handover_id, by_user);
