-- no transaction
drop index if exists payments_online_number;
create unique index concurrently payments_online_number on payments (reservation_id, online_number) where online_number is not null;
