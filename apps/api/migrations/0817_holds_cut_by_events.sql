-- An event that is shortened ends what is held for it with it. What was cut off is written down, from the end that it has to the one that it
-- had, so that it is held as long as before when the event is lengthened again. It says nothing once the hold has another end.
alter table reservations add hold_cut_off tstzrange;
alter table waiting_entries add offer_cut_off tstzrange;
