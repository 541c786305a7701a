-- Where more people had chosen an option of a form than its limit says, 0941 raised what the event keeps of that limit to as many, and told
-- nobody. The form still has the limit of before: an alert tells the office both. It ends when the form's limit is enough.
insert into alerts (kind, subject, data)
select 'option_oversold', q.event_id || ':' || q.ref_id, jsonb_build_object('event_id', e.id, 'event', e.name, 'question', question ->> 'label',
    'option', option ->> 'label', 'before', (option ->> 'capacity')::int, 'now', q.capacity)
from quotas q join events e on e.id = q.event_id
cross join lateral (select definition from form_versions v where v.form_id = e.form_id order by v.created_at desc, v.id desc limit 1) v
cross join lateral jsonb_path_query(v.definition, '$.sections[*].questions[*]') question
cross join lateral jsonb_path_query(question, '$.options[*] ? (@._id == $id)', jsonb_build_object('id', q.ref_id)) option
where q.kind = 'question_option' and e.status = 'published' and e.ends_at > now() and (option ->> 'capacity')::int < q.capacity
on conflict do nothing;
