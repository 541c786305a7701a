-- A message is a draft until it is sent: it can lack its name, its channels and its time.
alter table bulk_messages drop constraint bulk_messages_status_check;
alter table bulk_messages add constraint bulk_messages_status_check
  check (status in ('draft', 'scheduled', 'sending', 'paused', 'done', 'stopped'));
alter table bulk_messages drop constraint bulk_messages_channels_check;
alter table bulk_messages add constraint bulk_messages_channels_check
  check (channels <@ '{app,mail,sms}' and (cardinality(channels) > 0 or status = 'draft'));
alter table bulk_messages alter starts_at drop not null;
alter table bulk_messages add constraint bulk_messages_has_a_start check (starts_at is not null or status = 'draft');

-- What a part of an SMS cost when the message started, in minor units: a later price changes no result.
alter table bulk_messages add sms_part_price integer check (sms_part_price >= 0);
alter table bulk_messages add sms_currency text check (sms_currency ~ '^[A-Z]{3}$');
alter table bulk_messages add constraint bulk_messages_price_has_a_currency
  check ((sms_part_price is null) = (sms_currency is null));
