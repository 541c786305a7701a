-- no transaction
-- Few bear a title that needs confirmation; the list of those who wait asks for them by it.
drop index if exists spouses_title;
create index concurrently spouses_title on spouses (title_id) where title_id is not null;
