-- The language of a row's own text: the church's, or the one that it is still in, while it stands in (0781). The counterpart of
-- ownLanguageOf in the contract.
create function language_of_own(own text, translations jsonb, field text, language text) returns text language sql immutable parallel safe as $$
  select case when translations -> language ->> field = '' then coalesce(
    (select min(key) from jsonb_each(translations) t where key <> language and t.value ->> field = own), language) else language end
$$;
