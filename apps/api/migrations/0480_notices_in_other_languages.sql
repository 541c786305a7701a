-- A notice that the office wrote, in the other languages that it was written in: its reader can change theirs. The columns
-- hold it in `language`. No domain: adding one would rewrite the table.
alter table notifications add column translations jsonb not null default '{}';
alter table notifications add constraint notifications_translations check (are_translations(translations)) not valid;
