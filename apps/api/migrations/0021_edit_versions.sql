-- How often something was changed that several people edit: who saves names the version that they began with, and of
-- two at once the second is told instead of overwriting the first.
alter table events add column version integer not null default 1;
alter table policies add column version integer not null default 1;
alter table roles add column version integer not null default 1;
alter table settings add column version integer not null default 1;
alter table client_groups add column version integer not null default 1;
