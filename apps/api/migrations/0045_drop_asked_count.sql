-- The number of requests for a consent is never read: the daily limits count requests by address and by account.
alter table guardian_consents drop column asked_count;
