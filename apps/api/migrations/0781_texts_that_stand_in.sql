-- When the church changes its language, a text without a translation into the new one stays in its column. It stands in there: it is
-- in the former language still. So it is kept as the translation into that language, too, and an empty translation into the new
-- language says that the column is no text of that language. The next change leaves a text that stands in where it belongs. Before,
-- it became a translation into a language that it was not in (docs/adr/0076-the-church-in-every-language.md).

-- Translations without those into a row's own language, which would win over the columns. The empty ones say that a column stands
-- in; they outlive a form, which does not know them.
create function without_own_texts(translations jsonb, former jsonb, own text) returns jsonb language sql immutable parallel safe as $$
  select (translations - own) || coalesce(
    (select jsonb_build_object(own, jsonb_object_agg(key, '')) from (
      select key, value from jsonb_each(case when jsonb_typeof(former -> own) = 'object' then former -> own else '{}' end)
      union select key, value from jsonb_each(case when jsonb_typeof(translations -> own) = 'object' then translations -> own else '{}' end)
    ) texts where value = '""' having count(*) > 0), '{}')
$$;

create or replace function drop_own_translation() returns trigger language plpgsql as $$
begin
  new.translations := without_own_texts(new.translations, case when tg_op = 'UPDATE' then old.translations end,
    (select language from client_groups limit 1));
  return new;
end $$;

create or replace function drop_translation_of_original() returns trigger language plpgsql as $$
begin
  new.translations := without_own_texts(new.translations, case when tg_op = 'UPDATE' then old.translations end, new.language);
  return new;
end $$;

create or replace function drop_own_translation_of_setting() returns trigger language plpgsql as $$
begin
  new.value := jsonb_set(new.value, '{translations}', without_own_texts(new.value -> 'translations',
    case when tg_op = 'UPDATE' then old.value -> 'translations' end, (select language from client_groups limit 1)));
  return new;
end $$;

-- Which columns of a row change when its own language does, and its translations then.
create or replace function exchanged_texts("row" jsonb, former text, own text) returns jsonb language sql immutable parallel safe as $$
  with known as (
    select key as language, value as fields from jsonb_each("row" -> 'translations') where jsonb_typeof(value) = 'object'
  ), texts as (
    select field, "row" ->> field as here,
      (select nullif(fields ->> field, '') from known where language = own) as there,
      (select fields ->> field from known where language = former) as kept,
      exists (select from known where language = former and fields ->> field = '')
        and exists (select from known where language <> former and fields ->> field = "row" ->> field) as stands_in
    from (select distinct field from known, jsonb_object_keys(fields) as field) as fields
    where jsonb_typeof("row" -> field) = 'string' and "row" ->> field <> ''
  ), changes as (
    -- A column that has a translation into its own language could not take it: another row has that name. It stays as it is.
    select * from texts where there is not null or coalesce(kept, '') = ''
  ), after as (
    select language, field, fields ->> field as text
    from known, jsonb_object_keys(fields) as field
    where language not in (former, own) or field not in (select field from changes)
    union all select former, field, here from changes where not stands_in
    union all select own, field, '' from changes where there is null
  )
  select coalesce(jsonb_object_agg(field, there) filter (where there is not null), '{}') || jsonb_build_object('translations',
    coalesce((select jsonb_object_agg(language, fields)
      from (select language, jsonb_object_agg(field, text) as fields from after group by language) as languages), '{}'))
  from changes having count(*) > 0
$$;

-- A row whose text another one has already (a name that is there once) keeps it; what was exchanged before it may have freed that
-- name, so those have a second round.
create or replace function exchange_texts_of(name text, former text, own text) returns void language plpgsql as $$
declare
  changed record;
  refused text[] := '{}';
begin
  for round in 1..2 loop
    for changed in execute format('select id, exchanged_texts(to_jsonb(own), $1, $2) as texts from %I as own
        where translations <> ''{}'' and ($3 = 1 or id = any($4)) order by id for no key update', name)
        using former, own, round, refused loop
      continue when changed.texts is null;
      begin
        execute (select format('update %I set %s where id = $1', name, string_agg(format('%I = %L', key, value), ', '))
          from jsonb_each_text(changed.texts)) using changed.id;
      exception when integrity_constraint_violation then
        refused := refused || changed.id::text;
      end;
    end loop;
  end loop;
end $$;

-- A form that was opened before must not write its texts over those that changed places: its version is no longer the row's.
create or replace function exchange_texts_of_church() returns trigger language plpgsql as $$
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
  update events set version = version + 1;
  update settings set value = value || exchanged_texts(value, old.language, new.language), version = version + 1
    where exchanged_texts(value, old.language, new.language) is not null;
  return null;
end $$;
