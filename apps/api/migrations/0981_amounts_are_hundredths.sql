-- Amounts are integers in hundredths of their currency, everywhere. One without cents would be charged a hundredfold by a provider that
-- takes whole units, one with three decimals a tenth. What an event or the church is in already stays, so that it can be edited.
-- The list is the same as CURRENCIES of the contract: ISO 4217, without those that a provider takes in whole units.
create function has_hundredths(currency text) returns boolean language sql immutable as $$
  select currency in (
    'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BTN',
    'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CNY', 'COP', 'CRC', 'CUP', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB',
    'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR',
    'JMD', 'KES', 'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MKD', 'MMK', 'MNT', 'MOP',
    'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN',
    'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP',
    'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'UYU', 'UZS', 'VES', 'WST', 'XCD', 'YER', 'ZAR',
    'ZMW')
$$;

create function refuse_other_currencies() returns trigger language plpgsql as $$
begin
  if has_hundredths(new.currency) or (tg_op = 'UPDATE' and new.currency is not distinct from old.currency) then
    return new;
  end if;
  raise exception 'amounts in % are not in hundredths', new.currency using errcode = 'check_violation', constraint = 'currency_has_hundredths';
end $$;
create trigger events_currency before insert or update of currency on events for each row execute function refuse_other_currencies();
create trigger client_groups_currency before insert or update of currency on client_groups for each row execute function refuse_other_currencies();
