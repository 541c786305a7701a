-- no transaction
-- A payment that failed can succeed at a second try on the provider's page, and is asked about, too.
drop index if exists payments_verify;
create index concurrently payments_verify on payments (verify_after) where verify_after is not null;
