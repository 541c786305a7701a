alter table reservation_answers validate constraint reservation_answers_form_version_id_fkey;
-- What an edit moved to a version without its question gets the last version that asks it: with the words of the answer and its
-- option, if there is one.
with known as (
  select v.id, v.created_at, q.question ->> '_id' as question_id, q.question ->> 'label' as label,
    jsonb_path_query_array(q.question, '$.options[*]._id') as options
  from form_versions v, jsonb_path_query(v.definition, '$.sections[*].questions[*]') q(question))
update reservation_answers a set form_version_id = (
  select k.id from known k where k.question_id = a.question_id
  order by k.label = a.label desc, k.options @> jsonb_build_array(a.value) desc, k.created_at desc limit 1)
from reservations r
where r.id = a.reservation_id
  and not exists (select from known k where k.id = r.form_version_id and k.question_id = a.question_id)
  and exists (select from known k where k.question_id = a.question_id);
