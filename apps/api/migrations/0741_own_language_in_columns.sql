-- What is written in a row's own language is in its columns. A translation into that language would win over the column
-- (in_language), so it is not stored (docs/adr/0076-the-church-in-every-language.md).

-- Rows in the church's own language.
create function drop_own_translation() returns trigger language plpgsql as $$
begin
  new.translations := new.translations - (select language from client_groups limit 1);
  return new;
end $$;

-- Rows that say what language they are in.
create function drop_translation_of_original() returns trigger language plpgsql as $$
begin
  new.translations := new.translations - new.language;
  return new;
end $$;

create function drop_own_translation_of_setting() returns trigger language plpgsql as $$
begin
  new.value := new.value #- array['translations', (select language from client_groups limit 1)];
  return new;
end $$;

-- Which columns of a row change when its own language does: each text that there is in the new language takes its column, and
-- what stood there becomes the translation into the former one. Another text stays where it is.
create function exchanged_texts("row" jsonb, former text, own text) returns jsonb language sql immutable parallel safe as $$
  with texts as (
    select key, t.value as there, "row" -> key as here
    from jsonb_each(case when jsonb_typeof("row" -> 'translations' -> own) = 'object' then "row" -> 'translations' -> own else '{}' end) t
    where t.value <> '""' and jsonb_typeof("row" -> key) = 'string'
  )
  select jsonb_object_agg(key, there) || jsonb_build_object('translations',
    (("row" -> 'translations') - own) || jsonb_build_object(former,
      coalesce("row" -> 'translations' -> former, '{}') || jsonb_object_agg(key, here)))
  from texts having count(*) > 0
$$;

-- A row whose text another one has already (a name that is there once) keeps it; what was exchanged before it may have freed that
-- name, so there is a second round.
create function exchange_texts_of(name text, former text, own text) returns void language plpgsql as $$
declare
  changed record;
begin
  for round in 1..2 loop
    for changed in execute format('select id, exchanged_texts(to_jsonb(own), $1, $2) as texts from %I as own
        where jsonb_exists(translations, $2) order by id for no key update', name) using former, own loop
      continue when changed.texts is null;
      begin
        execute (select format('update %I set %s where id = $1', name, string_agg(format('%I = %L', key, value), ', '))
          from jsonb_each_text(changed.texts)) using changed.id;
      exception when integrity_constraint_violation then
        null;
      end;
    end loop;
  end loop;
end $$;

-- The church itself, before what is in its new language is dropped (triggers act in the order of their names).
create function exchange_own_texts() returns trigger language plpgsql as $$
begin
  return jsonb_populate_record(new, coalesce(exchanged_texts(to_jsonb(new), old.language, new.language), '{}'));
end $$;
create trigger exchanged_language before update of language on client_groups
  for each row when (old.language <> new.language) execute function exchange_own_texts();

-- Everything else that is in its language. Offers are kept until the row of their event is written again: all are, first, in the
-- order in which everybody locks them.
create function exchange_texts_of_church() returns trigger language plpgsql as $$
declare
  name text;
begin
  perform from events order by id for no key update;
  foreach name in array array['caterers', 'committee_types', 'designations', 'event_activities', 'event_caterers',
    'event_participant_types', 'event_speakers', 'events', 'form_questions', 'form_sections', 'participant_types',
    'product_options', 'products', 'question_options', 'room_categories', 'scan_points', 'speakers', 'titles']
  loop
    perform exchange_texts_of(name, old.language, new.language);
  end loop;
  update events set updated_at = updated_at;
  update settings set value = value || exchanged_texts(value, old.language, new.language)
    where exchanged_texts(value, old.language, new.language) is not null;
  return null;
end $$;
create trigger exchange_texts after update of language on client_groups
  for each row when (old.language <> new.language) execute function exchange_texts_of_church();

do $$
declare
  name text;
begin
  foreach name in array array['caterers', 'committee_types', 'designations', 'event_activities', 'event_caterers',
    'event_participant_types', 'event_speakers', 'events', 'form_questions', 'form_sections', 'participant_types',
    'product_options', 'products', 'question_options', 'room_categories', 'scan_points', 'speakers', 'titles']
  loop
    execute format('create trigger own_translation before insert or update of translations on %I
      for each row when (new.translations <> ''{}'') execute function drop_own_translation()', name);
    execute format('update %I as own set translations = own.translations - g.language from client_groups g
      where jsonb_exists(own.translations, g.language)', name);
  end loop;
  foreach name in array array['blogs', 'client_groups', 'faqs', 'notifications'] loop
    execute format('create trigger own_translation before insert or update of language, translations on %I
      for each row when (new.language is not null and new.translations <> ''{}'') execute function drop_translation_of_original()', name);
  end loop;
end $$;

update blogs set translations = translations - language where jsonb_exists(translations, language);
update faqs set translations = translations - language where jsonb_exists(translations, language);

create trigger own_translation before insert or update of value on settings
  for each row when (jsonb_exists(new.value, 'translations')) execute function drop_own_translation_of_setting();
