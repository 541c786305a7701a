-- A named person whose payment never came gives the bed back to the group.
alter table allotment_changes drop constraint allotment_changes_kind_check;
alter table allotment_changes add constraint allotment_changes_kind_check
  check (kind in ('given', 'more', 'fewer', 'changed', 'named', 'lapsed', 'reminded', 'returned', 'ended'));
alter table allotment_changes drop constraint allotment_changes_named;
alter table allotment_changes add constraint allotment_changes_named check ((reservation_id is not null) = (kind in ('named', 'lapsed')));

-- Empty beds have a date on which they go back (docs/adr/0059-allotments.md).
insert into allotment_releases (allotment_id, on_day, beds)
select id, check_in, null from allotments a
where held > 0 and not exists (select from allotment_releases r where r.allotment_id = a.id and done_at is null)
on conflict (allotment_id, on_day) do update set beds = null, done_at = null;

create function refuse_undated_allotment() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  allotment text := coalesce(changed ->> 'allotment_id', changed ->> 'id');
begin
  if exists (select from allotments where id = allotment and held > 0)
    and not exists (select from allotment_releases where allotment_id = allotment and done_at is null) then
    raise exception 'allotment % has empty beds and no date on which they go back', allotment
      using errcode = 'check_violation', constraint = 'allotments_dated';
  end if;
  return null;
end $$;
create constraint trigger allotments_dated after insert or update of held on allotments
  deferrable initially deferred for each row execute function refuse_undated_allotment();
create constraint trigger allotment_releases_dated after update or delete on allotment_releases
  deferrable initially deferred for each row execute function refuse_undated_allotment();
