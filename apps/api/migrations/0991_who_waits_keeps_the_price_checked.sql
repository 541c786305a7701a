-- In a transaction of its own: nobody waits behind it.
alter table waiting_entries validate constraint waiting_prices;
