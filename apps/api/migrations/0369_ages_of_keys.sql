-- No statement looks for idempotency keys by their age. Each reservation wrote an entry.
drop index idempotency_keys_age;
