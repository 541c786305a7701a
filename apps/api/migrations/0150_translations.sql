-- What the church writes, in several languages. The columns hold the church's own language, `translations` the others:
-- { "de": { "name": "…" } }, by language and by column. A missing text falls back to the column.

create function are_translations(value jsonb) returns boolean language sql immutable parallel safe as $$
  select case when jsonb_typeof(value) <> 'object' then false
    else not exists (
      select from jsonb_each(value) as texts(language, fields)
      where language !~ '^[a-z]{2}(-[A-Z]{2})?$' or jsonb_typeof(fields) <> 'object'
        or jsonb_path_exists(fields, '$.* ? (@.type() != "string")')) end
$$;
create domain translated as jsonb constraint translated_texts check (are_translations(value));

-- A text in the language of a reader, else in the church's own.
create function in_language(own text, translations jsonb, field text, language text) returns text
  language sql immutable parallel safe as $$ select coalesce(nullif(translations -> language ->> field, ''), own) $$;

-- A text in every other language, to search in.
create function other_languages(translations jsonb, field text) returns text
  language sql immutable parallel safe as $$ select string_agg(value ->> field, ' ') from jsonb_each(translations) $$;

alter table client_groups add column language text not null default 'en'
  constraint client_groups_language check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');

alter table events add column translations translated not null default '{}';
alter table event_participant_types add column translations translated not null default '{}';
alter table event_caterers add column translations translated not null default '{}';
alter table event_speakers add column translations translated not null default '{}';
alter table event_activities add column translations translated not null default '{}';
alter table scan_points add column translations translated not null default '{}';
alter table participant_types add column translations translated not null default '{}';
alter table committee_types add column translations translated not null default '{}';
alter table products add column translations translated not null default '{}';
alter table product_options add column translations translated not null default '{}';
alter table caterers add column translations translated not null default '{}';
alter table speakers add column translations translated not null default '{}';
