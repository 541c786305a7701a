-- What an offer of the waiting list holds goes to the next before its entry goes. Until now, deleting somebody deleted their
-- entry beneath it, and the places were held for nobody.
with gone as (
  update claims c set released_at = now()
  where c.released_at is null and c.waiting_entry_id is not null
    and not exists (select from waiting_entries w where w.id = c.waiting_entry_id)
  returning c.quota_id, c.quantity)
update quotas q set claimed = q.claimed - g.quantity
from (select quota_id, sum(quantity)::int as quantity from gone group by quota_id) g where q.id = g.quota_id;

create function refuse_offer_in_use() returns trigger language plpgsql as $$
begin
  if exists (select 1 from claims where waiting_entry_id = old.id and released_at is null) then
    raise exception 'waiting entry % holds something', old.id using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger waiting_entries_in_use before delete on waiting_entries for each row execute function refuse_offer_in_use();
