-- A planned announcement or message names records in its audience, a report that is sent by schedule in its filters, and a
-- workflow an event in its conditions. Without them an announcement would go to more people than it was written for.
alter table listed_references add column church_unit_id oid24 references church_units;
alter table listed_references add column event_id oid24 references events;
alter table listed_references drop constraint listed_references_source_check;
alter table listed_references add constraint listed_references_source_check check (source in ('event_rooms', 'event_participant_types',
  'event_accommodations', 'form_questions', 'workflows', 'bulk_messages', 'saved_reports')) not valid;
alter table listed_references drop constraint listed_references_one;
alter table listed_references add constraint listed_references_one check (num_nonnulls(title_id, designation_id, event_block_id,
  participant_type_id, committee_type_id, message_template_id, role_id, church_unit_id, event_id) = 1) not valid;
-- safe: the table has hundreds of rows at most, and none of this column
create index listed_references_church_unit on listed_references (church_unit_id) where church_unit_id is not null;
-- safe: the table has hundreds of rows at most, and none of this column
create index listed_references_event on listed_references (event_id) where event_id is not null;

-- A filter is what the address of a list says, so the ids in it are found by their form.
create function list_references_in_filter(of_table text, of_id text, filter jsonb) returns void language plpgsql as $$
begin
  delete from listed_references where source = of_table and source_id = of_id;
  insert into listed_references (source, source_id, church_unit_id, event_id, participant_type_id, title_id, designation_id, committee_type_id)
    select of_table, of_id, u.id, e.id, p.id, t.id, d.id, c.id
    from (select distinct matched[1] as id from regexp_matches(filter::text, '\m[0-9a-f]{24}\M', 'g') matched) n
      left join church_units u on u.id = n.id left join events e on e.id = n.id left join participant_types p on p.id = n.id
      left join titles t on t.id = n.id left join designations d on d.id = n.id left join committee_types c on c.id = n.id
    where num_nonnulls(u.id, e.id, p.id, t.id, d.id, c.id) = 1;
exception when foreign_key_violation then
  perform refuse_listed_reference(of_table, 'filter');
end $$;

create function list_references_of_message() returns trigger language plpgsql as $$
begin
  perform list_references_in_filter('bulk_messages', new.id, case when new.status = 'scheduled' then new.filter end);
  return null;
end $$;
create trigger listed_references_insert after insert on bulk_messages for each row
  when (new.status = 'scheduled' and new.filter is not null) execute function list_references_of_message();
create trigger listed_references_update after update on bulk_messages for each row
  when (new.filter is distinct from old.filter or (new.status = 'scheduled') is distinct from (old.status = 'scheduled'))
  execute function list_references_of_message();
create trigger listed_references_delete after delete on bulk_messages for each row
  when (old.status = 'scheduled') execute function forget_listed_references();

create function list_references_of_report() returns trigger language plpgsql as $$
declare
  of_report text := case tg_table_name when 'saved_reports' then to_jsonb(new) ->> 'id' else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'saved_report_id' end;
begin
  perform list_references_in_filter('saved_reports', of_report, (select r.filters from saved_reports r
    where r.id = of_report and exists (select from report_schedules s where s.saved_report_id = r.id)));
  return null;
end $$;
create trigger listed_references_update after update on saved_reports for each row
  when (new.filters is distinct from old.filters) execute function list_references_of_report();
create trigger listed_references_insert after insert on report_schedules for each row execute function list_references_of_report();
create trigger listed_references_delete after delete on report_schedules for each row execute function list_references_of_report();

create or replace function ids_in_workflow(conditions jsonb, steps jsonb) returns table (kind text, id text) language sql immutable as $$
  select 'template', value #>> '{}' from jsonb_path_query(steps, 'strict $.**.template_id') value
  union select 'committee_type', value #>> '{}' from jsonb_path_query(steps, 'strict $.**.committee_type_id') value
  union select 'role', value #>> '{}' from jsonb_path_query(steps, 'strict $.**.role_id') value where value <> 'null'
  union select one ->> 'field', one ->> 'value' from jsonb_array_elements(conditions -> 'list') one
    where one ->> 'field' in ('title', 'participant_type', 'committee_type', 'event')
$$;
create or replace function list_references_of_workflow() returns trigger language plpgsql as $$
begin
  delete from listed_references where source = 'workflows' and source_id = new.id;
  if new.enabled then
    insert into listed_references (source, source_id, title_id, participant_type_id, committee_type_id, message_template_id, role_id, event_id)
      select 'workflows', new.id, case kind when 'title' then id end, case kind when 'participant_type' then id end,
        case kind when 'committee_type' then id end, case kind when 'template' then id end, case kind when 'role' then id end,
        case kind when 'event' then id end
      from ids_in_workflow(new.conditions, new.steps);
  end if;
  return null;
end $$;

-- What is there already. Ids of records that were deleted meanwhile are left out.
insert into listed_references (source, source_id, event_id)
  select 'workflows', w.id, e.id from workflows w cross join ids_in_workflow(w.conditions, w.steps) n
    join events e on e.id = n.id where w.enabled and n.kind = 'event';
select list_references_in_filter('bulk_messages', id, filter) from bulk_messages where status = 'scheduled' and filter is not null;
select list_references_in_filter('saved_reports', id, filters) from saved_reports r
  where exists (select from report_schedules s where s.saved_report_id = r.id);
