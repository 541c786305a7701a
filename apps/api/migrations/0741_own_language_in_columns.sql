-- What is written in a row's own language is in its columns. A translation into that language would win over the column
-- (in_language), so it is not stored (docs/adr/0076-the-church-in-every-language.md).

-- Rows are in the church's own language. What was there before the church changed its language stays until its texts are
-- exchanged.
create function drop_own_translation() returns trigger language plpgsql as $$
declare
  own text := (select language from client_groups limit 1);
begin
  if jsonb_exists(new.translations, own)
    and (tg_op = 'INSERT' or new.translations -> own is distinct from old.translations -> own)
  then new.translations := new.translations - own; end if;
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
