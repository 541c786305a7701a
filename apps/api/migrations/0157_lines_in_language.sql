-- What a line of a reservation is called, in the language of a reader: the name of the thing as long as it exists and is
-- translated, else what it was called when it was booked.
create function line_in_language(kind text, ref text, label text, reader text) returns text language sql stable parallel safe as $$
  select coalesce(case kind
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
    end, label)
$$;

-- The lines of a change that waits for its payment.
create function lines_in_language(lines jsonb, reader text) returns jsonb language sql stable parallel safe as $$
  select coalesce(jsonb_agg(one.line || jsonb_build_object('label',
      line_in_language(one.line ->> 'kind', one.line ->> 'ref_id', one.line ->> 'label', reader)) order by one.place), '[]')
    from jsonb_array_elements(lines) with ordinality as one(line, place)
$$;
