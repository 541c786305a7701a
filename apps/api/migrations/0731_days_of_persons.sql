-- Since when somebody is in a reservation, if they were added while the event ran, and what they ate before a caterer was changed
-- then: a list of caterers, each with the day from which it was another. The shares of a party follow from it.
alter table reservation_participants add column added_on date, add column meals_before jsonb not null default '[]';
