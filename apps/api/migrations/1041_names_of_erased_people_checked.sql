alter table users validate constraint account_stays_erased;
