-- How often somebody was erased or deleted. A file that was being made meanwhile may name them: it is not kept, and made again
-- (docs/adr/0117-what-an-erasure-takes.md).
create table erasures (
  one boolean primary key default true check (one),
  counted bigint not null default 0
);
insert into erasures default values;
