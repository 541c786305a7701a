-- The language of a notice that the office wrote: its reader's, or the one that they got instead. Null: a notice of ours, which is
-- in the language of its reader.
alter table notifications add column language text;
alter table notifications add constraint notifications_language check (language ~ '^[a-z]{2}(-[A-Z]{2})?$') not valid;
