-- A text knows which language it was written in, whether it was ever translated or not, and whatever is edited beside it
-- (docs/adr/0076-the-church-in-every-language.md). Before, a text without any translation was left out when the church changed its
-- language, so it counted as one of the new language; and a text that stands in (0781) counted as one, too, when its translation was edited.

-- What can be written in several languages: the counterpart of translationsOf in the contract.
create function translated_fields(name text) returns text[] language sql immutable parallel safe as $$
  select case name
    when 'caterers' then '{description}'
    when 'client_groups' then '{about}'
    when 'committee_types' then '{name,description}'
    when 'designations' then '{name}'
    when 'event_activities' then '{title,place,description}'
    when 'event_caterers' then '{note}'
    when 'event_participant_types' then '{note}'
    when 'event_speakers' then '{topic}'
    when 'events' then '{name,summary,description,bring,arrival_note}'
    when 'form_questions' then '{label,help}'
    when 'form_sections' then '{title,description}'
    when 'participant_types' then '{name,description}'
    when 'product_options' then '{name}'
    when 'products' then '{name,description}'
    when 'question_options' then '{label}'
    when 'room_categories' then '{name,description}'
    when 'scan_points' then '{name}'
    when 'settings' then '{maintenance_message}'
    when 'speakers' then '{honorific,role,bio}'
    when 'titles' then '{name}'
  end::text[]
$$;

-- What changes in a row that is written, whose own language is this one. A text that stands in is a copy of its translation into the
-- language that it is in: it follows that one, which cannot be taken away. It stands in until its column is written.
create function own_texts_of("row" jsonb, former jsonb, own text) returns jsonb language plpgsql immutable parallel safe as $$
declare
  translations jsonb := "row" -> 'translations';
  followed jsonb := '{}';
  marks jsonb;
  one record;
begin
  for one in
    select key as field, former ->> key as words, language_of_own(former ->> key, former -> 'translations', key, own) as language
    from jsonb_each_text(former -> 'translations' -> own) where value = ''
  loop
    continue when one.language = own or "row" ->> one.field is distinct from one.words;
    if coalesce(translations -> one.language ->> one.field, '') = '' then
      translations := translations || jsonb_build_object(one.language,
        coalesce(translations -> one.language, '{}') || jsonb_build_object(one.field, one.words));
    else
      followed := followed || jsonb_build_object(one.field, translations -> one.language -> one.field);
    end if;
  end loop;
  select jsonb_object_agg(key, '') into marks from (
    select key from jsonb_each_text(former -> 'translations' -> own) where value = ''
    union select key from jsonb_each_text(translations -> own) where value = ''
  ) as marked where exists (
    select from jsonb_each(translations) t where t.key <> own and t.value ->> marked.key = ("row" || followed) ->> marked.key
  );
  return followed || jsonb_build_object('translations',
    (translations - own) || case when marks is null then '{}' else jsonb_build_object(own, marks) end);
end $$;

create or replace function drop_own_translation() returns trigger language plpgsql as $$
begin
  return jsonb_populate_record(new, own_texts_of(to_jsonb(new), case when tg_op = 'UPDATE' then to_jsonb(old) end,
    (select language from client_groups limit 1)));
end $$;

create or replace function drop_translation_of_original() returns trigger language plpgsql as $$
begin
  return jsonb_populate_record(new, own_texts_of(to_jsonb(new),
    case when tg_op = 'UPDATE' and old.language = new.language then to_jsonb(old) end, new.language));
end $$;

create or replace function drop_own_translation_of_setting() returns trigger language plpgsql as $$
begin
  new.value := new.value || own_texts_of(new.value, case when tg_op = 'UPDATE' then old.value end,
    (select language from client_groups limit 1));
  return new;
end $$;

-- safe: only the triggers above called it
drop function without_own_texts(jsonb, jsonb, text);

-- They act on a row whose translations are all taken away, too.
do $$
declare
  name text;
begin
  foreach name in array array['caterers', 'committee_types', 'designations', 'event_activities', 'event_caterers',
    'event_participant_types', 'event_speakers', 'events', 'form_questions', 'form_sections', 'participant_types',
    'product_options', 'products', 'question_options', 'room_categories', 'scan_points', 'speakers', 'titles']
  loop
    execute format('drop trigger own_translation on %I', name);
    execute format('create trigger own_translation before insert on %I
      for each row when (new.translations <> ''{}'') execute function drop_own_translation()', name);
    execute format('create trigger own_translation_kept before update of translations on %I
      for each row when (new.translations <> ''{}'' or old.translations <> ''{}'') execute function drop_own_translation()', name);
  end loop;
end $$;

drop trigger own_translation on client_groups;
create trigger own_translation before insert or update of language, translations on client_groups
  for each row execute function drop_translation_of_original();

-- Which columns of a row change when its own language does, and its translations then.
-- safe: only the function that exchanges texts calls it, and is replaced below
drop function exchanged_texts(jsonb, text, text);
create function exchanged_texts("row" jsonb, translated text[], former text, own text) returns jsonb
  language sql immutable parallel safe as $$
  with known as (
    select key as language, value as fields from jsonb_each("row" -> 'translations') where jsonb_typeof(value) = 'object'
  ), texts as (
    select field, "row" ->> field as here,
      (select nullif(fields ->> field, '') from known where language = own) as there,
      (select fields ->> field from known where language = former) as kept,
      exists (select from known where language = former and fields ->> field = '')
        and exists (select from known where language <> former and fields ->> field = "row" ->> field) as stands_in
    from unnest(translated) as field
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
    for changed in execute format('select id, exchanged_texts(to_jsonb(own), translated_fields(%L), $1, $2) as texts from %I as own
        where $3 = 1 or id = any($4) order by id for no key update', name, name)
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

create or replace function exchange_own_texts() returns trigger language plpgsql as $$
begin
  return jsonb_populate_record(new, coalesce(
    exchanged_texts(to_jsonb(new), translated_fields('client_groups'), old.language, new.language), '{}'));
end $$;

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
  update settings as s set value = s.value || x.texts, version = s.version + 1
    from (select t.name, exchanged_texts(t.value, translated_fields('settings'), old.language, new.language) as texts from settings t) x
    where x.name = s.name and x.texts is not null;
  return null;
end $$;
