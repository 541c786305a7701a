-- Who waits keeps the prices of the day they joined (docs/adr/0113-who-waits-keeps-the-price.md). Null: they joined before they were
-- stored, and pay those of the day on which they accept. An erasure empties them with the wish.
alter table waiting_entries add column prices jsonb;
alter table waiting_entries add constraint waiting_prices check (prices is null or jsonb_typeof(prices) = 'array') not valid;
