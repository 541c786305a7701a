-- The options of forms that live reservations of these events have chosen, by the versions that their answers were given to. Of a
-- change that waits for its payment, only what it has beyond the choice in force. A text that reads like an option is none.
create function options_chosen(events text[])
  returns table (event_id text, reservation_id text, option_id text, for_change boolean, quantity integer) language sql stable as $$
  with given as (
    select r.event_id, r.id, a.question_id, a.value, coalesce(a.form_version_id, r.form_version_id) as version, false as for_change
    from reservations r join reservation_answers a on a.reservation_id = r.id
    where r.event_id = any(events) and r.status in ('pending', 'active', 'redeemed')
    union all
    select r.event_id, r.id, a ->> 'question_id', a -> 'value', coalesce(a ->> 'form_version_id', r.pending_change ->> 'form_version_id'), true
    from reservations r cross join jsonb_array_elements(r.pending_change -> 'answers') a
    where r.event_id = any(events) and r.status in ('pending', 'active', 'redeemed')),
  options as materialized (
    select distinct v.id as version, q ->> '_id' as question_id, o -> '_id' as value
    from form_versions v, jsonb_path_query(v.definition, '$.sections[*].questions[*]') q, jsonb_path_query(q, '$.options[*]') o
    where v.id in (select version from given)),
  counted as (
    select g.event_id, g.id, g.value #>> '{}' as option_id, count(*) filter (where not g.for_change)::int as chosen,
      count(*) filter (where g.for_change)::int as changed
    from given g join options o using (version, question_id, value)
    group by g.event_id, g.id, g.value)
  select event_id, id, option_id, false, chosen from counted where chosen > 0
  union all
  select event_id, id, option_id, true, changed - chosen from counted where changed > chosen
$$;
