-- What a provider reported of money that is not credited: in another currency, or of its test mode. The open list shows this amount.
alter table payments
  add column reported_amount bigint,
  add column reported_currency text;
