-- A translation knows when the words that it translates have changed (docs/adr/0119-a-translation-can-be-outdated.md). Beside a text of
-- `translations`, `{field}_translates` has the earlier words, from the change on: { "de": { "name": "Bett", "name_translates": "Bed" } }.
-- Before, a row that was renamed kept its translations, and nobody saw that they were older.

-- The translations of a row that is written, with the earlier words that hold now. A translation that was edited is of today's words. A
-- writer confirms one by saying that it translates today's words; whatever else it says is ignored, so that one who does not know of the
-- earlier words keeps them. When the church's languages change places, or a text that stands in (0781) is replaced, the words do not change.
create function dated_translations("row" jsonb, former jsonb, fields text[], own text) returns jsonb
  language sql immutable parallel safe as $$
  with written as (
    select l.key as language, f.field, "row" ->> f.field as words, former ->> f.field as former_words,
      l.value ->> f.field as text, former -> 'translations' -> l.key ->> f.field as former_text,
      nullif(l.value ->> (f.field || '_translates'), '') as given,
      former -> 'translations' -> l.key ->> (f.field || '_translates') as known,
      coalesce(jsonb_exists(former -> 'translations' -> own, f.field), false) as exchanged
    from jsonb_each("row" -> 'translations') l, unnest(fields) as f(field)
    where l.key <> own
  ), dated as (
    select language, field, words, case
        when former is null then given
        when text is distinct from former_text or given = words then null
        when words is distinct from former_words and not exchanged then coalesce(known, nullif(former_words, ''))
        else known
      end as earlier
    from written where text <> ''
  )
  select coalesce(jsonb_object_agg(l.key, (l.value - array(select f || '_translates' from unnest(fields) f)) || coalesce(
      (select jsonb_object_agg(d.field || '_translates', d.earlier) from dated d where d.language = l.key and d.earlier <> d.words), '{}')), '{}')
  from jsonb_each("row" -> 'translations') l
$$;

create function date_translations() returns trigger language plpgsql as $$
begin
  new.translations := dated_translations(to_jsonb(new), case when tg_op = 'UPDATE' then to_jsonb(old) end,
    translated_fields(tg_table_name::text), (select language from client_groups limit 1));
  return new;
end $$;

-- Of rows that say in a column which language they are written in. Their fields are the argument of the trigger.
create function date_translations_of_original() returns trigger language plpgsql as $$
begin
  new.translations := dated_translations(to_jsonb(new),
    case when tg_op = 'UPDATE' and old.language = new.language then to_jsonb(old) end, tg_argv[0]::text[], new.language);
  return new;
end $$;

create function date_translations_of_setting() returns trigger language plpgsql as $$
begin
  new.value := new.value || jsonb_build_object('translations', dated_translations(new.value,
    case when tg_op = 'UPDATE' then old.value end, translated_fields('settings'), (select language from client_groups limit 1)));
  return new;
end $$;

-- Triggers act in the order of their names: these come after those that drop a translation into a row's own language.
do $$
declare
  name text;
begin
  foreach name in array array['caterers', 'committee_types', 'designations', 'event_activities', 'event_caterers',
    'event_participant_types', 'event_speakers', 'events', 'form_questions', 'form_sections', 'participant_types',
    'product_options', 'products', 'question_options', 'room_categories', 'scan_points', 'speakers', 'titles']
  loop
    execute format('create trigger translations_dated before insert or update of %s, translations on %I
      for each row when (new.translations <> ''{}'') execute function date_translations()',
      (select string_agg(quote_ident(f), ', ') from unnest(translated_fields(name)) f), name);
  end loop;
end $$;

create trigger translations_dated before insert or update of about, translations on client_groups
  for each row when (new.translations <> '{}') execute function date_translations_of_original('{about}');
create trigger translations_dated before insert or update of title, summary, body, translations on blogs
  for each row when (new.language is not null and new.translations <> '{}')
  execute function date_translations_of_original('{title,summary,body}');
create trigger translations_dated before insert or update of question, answer, translations on faqs
  for each row when (new.language is not null and new.translations <> '{}')
  execute function date_translations_of_original('{question,answer}');
create trigger translations_dated before insert or update of value on settings
  for each row when (jsonb_exists(new.value, 'translations')) execute function date_translations_of_setting();

-- Translations without the earlier words, for searches.
create function undated_translations(translations jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(l.key, (select coalesce(jsonb_object_agg(t.key, t.value), '{}')
    from jsonb_each(l.value) t where t.key not like '%\_translates')), '{}')
  from jsonb_each(translations) l
$$;
