-- Room categories, titles, designations, and what the church says of itself, in several languages.
alter table room_categories add column translations translated not null default '{}';
alter table titles add column translations translated not null default '{}';
alter table designations add column translations translated not null default '{}';
alter table client_groups add column translations translated not null default '{}';
