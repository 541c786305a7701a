-- A link is on both spouse lists. Links from before both had to agree are on one: the other account saw an empty list.
insert into spouses (user_id, linked_user_id, title_id, first_name, last_name, other_names, gender, linked_at)
select s.linked_user_id, s.user_id,
  case when u.title_id = u.confirmed_title_id or u.title_id not in (select id from titles where needs_confirmation) then u.title_id end,
  u.first_name, u.last_name, u.other_names,
  coalesce(u.gender, case s.gender when 'male' then 'female' else 'male' end), s.linked_at
from spouses s
join users u on u.id = s.user_id
where s.linked_user_id is not null and s.removed_at is null and u.erased_at is null
  and not exists (
    select from spouses o where o.user_id = s.linked_user_id and o.linked_user_id = s.user_id and o.removed_at is null);
