-- Rooms away from stairs, halls and kitchens, for people who need rest. A wish, not a rule.
alter table event_rooms add column quiet boolean not null default false;
