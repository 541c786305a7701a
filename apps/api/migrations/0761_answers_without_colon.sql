-- A question and its answer have a colon between them. A question mark takes none (withoutColon in the contract), neither in a
-- label that is put together here nor in one of a reservation that was made before that rule.
create or replace function line_in_language(kind text, ref text, label text, reader text) returns text language sql stable parallel safe as $$
  select case when kind = 'question_option' then replace(said.label, '?: ', '? ') else said.label end
  from (select coalesce(case kind
    when 'participant_type' then
      (select nullif(t.translations -> reader ->> 'name', '') from participant_types t where t.id = ref)
    when 'accommodation' then
      (select nullif(c.translations -> reader ->> 'name', '') from room_categories c where c.id = ref)
    when 'product_option' then
      (select in_language(p.name, p.translations, 'name', reader) || ', ' || in_language(o.name, o.translations, 'name', reader)
        from product_options o join products p on p.id = o.product_id
        where o.id = ref and (jsonb_exists(p.translations, reader) or jsonb_exists(o.translations, reader)))
    when 'question_option' then
      (select in_language(q.label, q.translations, 'label', reader) || ': ' || in_language(o.label, o.translations, 'label', reader)
        from question_options o join form_questions q on q.id = o.question_id
        where o.id = ref and (jsonb_exists(q.translations, reader) or jsonb_exists(o.translations, reader)))
    end, label) as label) said
$$;
