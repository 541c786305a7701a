-- One rule for every search: a text is compared by its key, and a search by the keys of its words.

-- Lower case without accents, apostrophes and punctuation, with a blank before every word. Letters of Ghana's languages
-- become the Latin ones that people type: ɔ = o, ɛ = e. "Asante-Boateng" is two words and also one.
-- unaccent() depends on a dictionary and is only stable; with the dictionary named it may be indexed.
create or replace function search_key(value text) returns text language plpgsql immutable parallel safe strict as $$
declare
  plain text;
begin
  -- Almost every name: a tenth of the time.
  if value !~ '[^A-Za-z0-9 ]' then
    return ' ' || lower(value);
  end if;
  plain := translate(normalize(value, NFKC), 'ƆɔƐɛŊŋƉɖƑƒƔɣƲʋƖɩƷʒ‐‑‒–—', 'OoEeNnDdFfGgVvIiZz-----');
  plain := lower(public.unaccent('public.unaccent'::regdictionary, plain));
  plain := regexp_replace(plain, '[''`´‘’ʼʻʹ]', '', 'g');
  if plain like '%-%' then
    plain := plain || ' ' || replace(plain, '-', '');
  end if;
  return ' ' || regexp_replace(plain, '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]', ' ', 'g');
end $$;

-- The LIKE pattern of one word of a search. Three characters can be anywhere in a word. Fewer characters, fewer than four
-- digits ("024" is how a phone number begins) and what follows a sign ("@gmail") begin one.
create function search_pattern(word text) returns text language plpgsql immutable parallel safe strict as $$
declare
  key text := public.search_key(word);
begin
  return case when key like '  %' or length(trim(key)) < 3 or key ~ '^ *[0-9]{1,3} *$' then '% ' else '%' end || trim(key) || '%';
end $$;

-- A phone number as people write it: with the code of the country, with both, with the 0 of the country and without.
create function phone_key(phone text) returns text language plpgsql immutable parallel safe strict as $$
begin
  return ' ' || regexp_replace(phone,
    '^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])\d)(\d+)$',
    '\1\2 \10\2 0\2 \2');
end $$;

create function person_key(first_name text, other_names text, last_name text, phone text, email text, staff_id text)
returns text language plpgsql immutable parallel safe as $$
begin
  return public.search_key(concat_ws(' ', first_name, other_names, last_name)) || coalesce(public.search_key(email), '')
    || coalesce(public.search_key(staff_id), '') || coalesce(public.phone_key(phone), '');
end $$;

-- The account's e-mail address is part of its key. Generated: an erased account leaves nothing behind.
drop index users_email_search;
alter table users drop column search_text;
alter table users add search_text text not null
  generated always as (person_key(first_name, other_names, last_name, phone, email::text, staff_id)) stored;
create index users_search on users using gin (search_text gin_trgm_ops);

-- Spouses and family are found by their names too.
alter table spouses add search_text text not null
  generated always as (person_key(first_name, other_names, last_name, phone, email::text, null)) stored;
create index spouses_search on spouses using gin (search_text gin_trgm_ops);
alter table family_members add search_text text not null
  generated always as (person_key(first_name, other_names, last_name, null, null, null)) stored;
create index family_members_search on family_members using gin (search_text gin_trgm_ops);

drop index church_units_search;
alter table church_units add search_text text not null
  generated always as (search_key(name || ' ' || coalesce(code, ''))) stored;
create index church_units_search on church_units using gin (search_text gin_trgm_ops);

-- The number of a room is found without the letter before it: 18 finds E18.
alter table event_rooms add search_text text not null
  generated always as (search_key(name || ' ' || regexp_replace(name, '\D+', ' ', 'g'))) stored;

-- Nothing looked events up along it: their search covers more than the name.
drop index events_search;
-- The keys in it are those of the rule before.
reindex index audit_trail_search;
