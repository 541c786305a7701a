-- What was published or booked before the church changed its language (docs/adr/0076-the-church-in-every-language.md).

create function church_language() returns text language sql stable parallel safe as $$ select language from client_groups limit 1 $$;

-- A version of a form is kept as it was published, so it says which language its own texts are in.
alter table form_versions add column language text not null default church_language()
  constraint form_versions_language check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');

-- What a line of a reservation is called, in the language of a reader: the name of the thing as long as it exists, else what it was
-- called when it was booked. Before, a reader whose language had no translation got the booked name, in the church's former language.
create or replace function line_in_language(kind text, ref text, label text, reader text) returns text language sql stable parallel safe as $$
  select case when kind = 'question_option' then replace(said.label, '?: ', '? ') else said.label end
  from (select coalesce(case kind
    when 'participant_type' then
      (select in_language(t.name, t.translations, 'name', reader) from participant_types t where t.id = ref)
    when 'accommodation' then
      (select in_language(c.name, c.translations, 'name', reader) from room_categories c where c.id = ref)
    when 'product_option' then
      (select in_language(p.name, p.translations, 'name', reader) || ', ' || in_language(o.name, o.translations, 'name', reader)
        from product_options o join products p on p.id = o.product_id where o.id = ref)
    when 'question_option' then
      (select in_language(q.label, q.translations, 'label', reader) || ': ' || in_language(o.label, o.translations, 'label', reader)
        from question_options o join form_questions q on q.id = o.question_id where o.id = ref)
    end, label) as label) said
$$;
