-- Whoever has chosen an option of a form has a claim on its limit (docs/adr/0121-an-answer-has-a-version-of-its-own.md). Until now, an
-- edit lost it while the event had another form, and a limit that was set later did not count those who had chosen it before.
select e.id, pg_advisory_xact_lock(hashtextextended(e.id, 3))
from (select distinct event_id as id from quotas where kind = 'question_option' order by event_id) e;
select id from quotas where event_id in (select event_id from quotas where kind = 'question_option') order by id for update;

-- An option that the form of the event has, without a limit, has no quota: everybody can choose it. Its limit had been taken away.
create temporary table unlimited on commit drop as
  select q.id from quotas q join events e on e.id = q.event_id
  cross join lateral (select definition from form_versions v where v.form_id = e.form_id order by v.created_at desc, v.id desc limit 1) v
  where q.kind = 'question_option' and jsonb_path_exists(v.definition,
    '$.sections[*].questions[*].options[*] ? (@._id == $id && @.capacity == null)', jsonb_build_object('id', q.ref_id));
delete from claims where quota_id in (select id from unlimited);
delete from quotas where id in (select id from unlimited);

create temporary table lacking on commit drop as
  select q.id as quota_id, c.reservation_id, c.for_change, c.quantity - coalesce(h.quantity, 0) as quantity
  from options_chosen(array(select distinct event_id::text from quotas where kind = 'question_option')) c
  join quotas q on q.kind = 'question_option' and q.event_id = c.event_id and q.ref_id = c.option_id
  left join (
    select quota_id, reservation_id, for_change, sum(quantity)::int as quantity from claims
    where released_at is null and quota_id in (select id from quotas where kind = 'question_option') group by 1, 2, 3) h
    on h.quota_id = q.id and h.reservation_id = c.reservation_id and h.for_change = c.for_change
  where c.quantity > coalesce(h.quantity, 0);

-- If more people have chosen it than its limit says, they keep it, and nobody else gets one. The event can be saved again once the
-- office has raised the limit in the form.
update quotas q set claimed = q.claimed + l.quantity, capacity = greatest(q.capacity, q.claimed + l.quantity)
from (select quota_id, sum(quantity)::int as quantity from lacking group by quota_id) l where q.id = l.quota_id;
insert into claims (quota_id, reservation_id, quantity, for_change, created_at)
select quota_id, reservation_id, quantity, for_change, now() from lacking;
