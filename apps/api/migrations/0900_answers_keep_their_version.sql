-- An answer keeps the words that it was given to (docs/domain.md#forms). They were looked up in the version of the whole reservation,
-- which every edit set to that of the day: so an answer changed its words when the office changed those of its question. Now an answer
-- has a version of its own, once the reservation was edited. Null: the version that the reservation was made with.
alter table reservation_answers add column form_version_id oid24;
alter table reservation_answers add constraint reservation_answers_form_version_id_fkey
  foreign key (form_version_id) references form_versions on delete restrict not valid;

-- The words of a question and of the option that was chosen, in a reader's language: as the version says them, or where it does not,
-- as a question or option says them that still has the same words in some language. An answer that is no option has no words.
create function answer_in_language(question text, label text, value jsonb, version text, reader text)
  returns table (label text, words text) language sql stable as $$
  select
    coalesce(case when a.is_asked then case when v.language = reader then a.question ->> 'label'
        else nullif(a.question -> 'translations' -> reader ->> 'label', '') end end,
      (select in_language(q.label, q.translations, 'label', reader) from form_questions q where q.id = $1 and (q.label = $2
        or exists (select from jsonb_each(q.translations) t where t.value ->> 'label' = $2))), $2),
    case when a.option is not null then
      coalesce(case when v.language = reader then a.option ->> 'label' else nullif(a.option -> 'translations' -> reader ->> 'label', '') end,
        (select in_language(o.label, o.translations, 'label', reader) from question_options o
          where o.id = a.option ->> '_id' and (o.label = a.option ->> 'label'
            or exists (select from jsonb_each(o.translations) t where t.value ->> 'label' = a.option ->> 'label'))),
        a.option ->> 'label') end
  from (select) one
  left join form_versions v on v.id = version
  left join lateral (
    select q.question, option,
      q.question ->> 'label' = $2
        or exists (select from jsonb_each(coalesce(q.question -> 'translations', '{}')) t where t.value ->> 'label' = $2) as is_asked
    from jsonb_path_query_first(v.definition, '$.sections[*].questions[*] ? (@._id == $id)', jsonb_build_object('id', $1)) q(question),
      jsonb_path_query_first(q.question, '$.options[*] ? (@._id == $id)', jsonb_build_object('id', $3)) option) a on true
$$;
