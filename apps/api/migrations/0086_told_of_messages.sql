-- How many people were told is counted with each part that is sent. Counting the rows of every message of a page took a
-- second where one was to 100,000 people.
alter table bulk_messages add told integer not null default 0;
update bulk_messages b set told = (select count(*) from bulk_recipients r where r.message_id = b.id and r.state = 'sent');
create index bulk_recipients_position on bulk_recipients (message_id, position);
