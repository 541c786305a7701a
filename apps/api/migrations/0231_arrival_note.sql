-- Where to go on arrival: the gate, the desk, the keys. It is on the reservation and on the ticket.
alter table events add column arrival_note text not null default '';
