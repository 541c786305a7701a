-- The product's own roles and policies keep the key they were made under: as long as nobody has reworded them, their
-- names and descriptions are shown in the reader's language.
alter table roles add column key text unique, add column reworded boolean not null default false;
alter table policies add column key text unique, add column reworded boolean not null default false;

update roles set key = name
where name in ('owner', 'registrar', 'finance', 'accommodation', 'catering', 'content', 'support', 'read-only');
update policies set key = name
where name in ('owner', 'registrar', 'finance', 'accommodation', 'catering', 'content', 'support', 'read-only');

-- What was made once is not made again: a role that somebody renamed or deleted stays so.
create table seeded_roles (
  key text primary key,
  made_at timestamptz not null default now()
);
insert into seeded_roles (key) select key from roles where key is not null;
