-- What people bring to an event, a line for each thing. It is on their reservation and in the ticket's PDF.
alter table events add column bring text not null default '';
