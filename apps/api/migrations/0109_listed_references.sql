-- Records that others name in lists: the titles that a room is kept for, the blocks of an accommodation, what an enabled
-- workflow names. Triggers copy each id into a row with a foreign key, so that the record cannot be deleted meanwhile.
create table listed_references (
  source text not null check (source in ('event_rooms', 'event_participant_types', 'event_accommodations', 'form_questions', 'workflows')),
  source_id oid24 not null,
  title_id oid24 references titles,
  designation_id oid24 references designations,
  event_block_id oid24 references event_blocks,
  participant_type_id oid24 references participant_types,
  committee_type_id oid24 references committee_types,
  message_template_id oid24 references message_templates,
  role_id oid24 references roles,
  constraint listed_references_one check (num_nonnulls(title_id, designation_id, event_block_id, participant_type_id,
    committee_type_id, message_template_id, role_id) = 1)
);
create index listed_references_source on listed_references (source, source_id);
create index listed_references_title on listed_references (title_id) where title_id is not null;
create index listed_references_designation on listed_references (designation_id) where designation_id is not null;
create index listed_references_block on listed_references (event_block_id) where event_block_id is not null;
create index listed_references_participant_type on listed_references (participant_type_id) where participant_type_id is not null;
create index listed_references_committee_type on listed_references (committee_type_id) where committee_type_id is not null;
create index listed_references_template on listed_references (message_template_id) where message_template_id is not null;
create index listed_references_role on listed_references (role_id) where role_id is not null;

create function forget_listed_references() returns trigger language plpgsql as $$
begin
  delete from listed_references where source = tg_table_name and source_id = old.id;
  return null;
end $$;

-- The refusal names the list, as the key of a column would.
create function refuse_listed_reference(of_table text, of_column text) returns void language plpgsql as $$
begin
  raise foreign_key_violation using message = of_table || '.' || of_column || ' names a record that does not exist',
    table = of_table, constraint = of_table || '_' || of_column || '_fkey';
end $$;

create function list_references_of_room() returns trigger language plpgsql as $$
begin
  delete from listed_references where source = 'event_rooms' and source_id = new.id;
  begin
    insert into listed_references (source, source_id, title_id) select distinct 'event_rooms', new.id, unnest(new.kept_for_title_ids);
  exception when foreign_key_violation then
    perform refuse_listed_reference('event_rooms', 'kept_for_title_ids');
  end;
  begin
    insert into listed_references (source, source_id, designation_id) select distinct 'event_rooms', new.id, unnest(new.kept_for_designation_ids);
  exception when foreign_key_violation then
    perform refuse_listed_reference('event_rooms', 'kept_for_designation_ids');
  end;
  return null;
end $$;
create trigger listed_references_insert after insert on event_rooms for each row
  when (cardinality(new.kept_for_title_ids) + cardinality(new.kept_for_designation_ids) > 0) execute function list_references_of_room();
create trigger listed_references_update after update on event_rooms for each row
  when (new.kept_for_title_ids is distinct from old.kept_for_title_ids or new.kept_for_designation_ids is distinct from old.kept_for_designation_ids)
  execute function list_references_of_room();
create trigger listed_references_delete after delete on event_rooms for each row
  when (cardinality(old.kept_for_title_ids) + cardinality(old.kept_for_designation_ids) > 0) execute function forget_listed_references();

create function list_references_of_type() returns trigger language plpgsql as $$
begin
  delete from listed_references where source = 'event_participant_types' and source_id = new.id;
  begin
    insert into listed_references (source, source_id, title_id) select distinct 'event_participant_types', new.id, unnest(new.title_ids);
  exception when foreign_key_violation then
    perform refuse_listed_reference('event_participant_types', 'title_ids');
  end;
  begin
    insert into listed_references (source, source_id, designation_id) select distinct 'event_participant_types', new.id, unnest(new.designation_ids);
  exception when foreign_key_violation then
    perform refuse_listed_reference('event_participant_types', 'designation_ids');
  end;
  return null;
end $$;
create trigger listed_references_insert after insert on event_participant_types for each row
  when (cardinality(new.title_ids) + cardinality(new.designation_ids) > 0) execute function list_references_of_type();
create trigger listed_references_update after update on event_participant_types for each row
  when (new.title_ids is distinct from old.title_ids or new.designation_ids is distinct from old.designation_ids)
  execute function list_references_of_type();
create trigger listed_references_delete after delete on event_participant_types for each row
  when (cardinality(old.title_ids) + cardinality(old.designation_ids) > 0) execute function forget_listed_references();

create function list_references_of_accommodation() returns trigger language plpgsql as $$
begin
  delete from listed_references where source = 'event_accommodations' and source_id = new.id;
  begin
    insert into listed_references (source, source_id, event_block_id) select distinct 'event_accommodations', new.id, unnest(new.block_ids);
  exception when foreign_key_violation then
    perform refuse_listed_reference('event_accommodations', 'block_ids');
  end;
  return null;
end $$;
create trigger listed_references_insert after insert on event_accommodations for each row
  when (cardinality(new.block_ids) > 0) execute function list_references_of_accommodation();
create trigger listed_references_update after update on event_accommodations for each row
  when (new.block_ids is distinct from old.block_ids) execute function list_references_of_accommodation();
create trigger listed_references_delete after delete on event_accommodations for each row
  when (cardinality(old.block_ids) > 0) execute function forget_listed_references();

create function list_references_of_question() returns trigger language plpgsql as $$
begin
  delete from listed_references where source = 'form_questions' and source_id = new.id;
  begin
    insert into listed_references (source, source_id, participant_type_id) select distinct 'form_questions', new.id, unnest(new.participant_type_ids);
  exception when foreign_key_violation then
    perform refuse_listed_reference('form_questions', 'participant_type_ids');
  end;
  return null;
end $$;
create trigger listed_references_insert after insert on form_questions for each row
  when (cardinality(new.participant_type_ids) > 0) execute function list_references_of_question();
create trigger listed_references_update after update on form_questions for each row
  when (new.participant_type_ids is distinct from old.participant_type_ids) execute function list_references_of_question();
create trigger listed_references_delete after delete on form_questions for each row
  when (cardinality(old.participant_type_ids) > 0) execute function forget_listed_references();

-- What a definition names: the steps by their fields, also in the branches of an approval, and the conditions by theirs.
create function ids_in_workflow(conditions jsonb, steps jsonb) returns table (kind text, id text) language sql immutable as $$
  select 'template', value #>> '{}' from jsonb_path_query(steps, 'strict $.**.template_id') value
  union select 'committee_type', value #>> '{}' from jsonb_path_query(steps, 'strict $.**.committee_type_id') value
  union select 'role', value #>> '{}' from jsonb_path_query(steps, 'strict $.**.role_id') value where value <> 'null'
  union select one ->> 'field', one ->> 'value' from jsonb_array_elements(conditions -> 'list') one
    where one ->> 'field' in ('title', 'participant_type', 'committee_type')
$$;
create function list_references_of_workflow() returns trigger language plpgsql as $$
begin
  delete from listed_references where source = 'workflows' and source_id = new.id;
  if new.enabled then
    insert into listed_references (source, source_id, title_id, participant_type_id, committee_type_id, message_template_id, role_id)
      select 'workflows', new.id, case kind when 'title' then id end, case kind when 'participant_type' then id end,
        case kind when 'committee_type' then id end, case kind when 'template' then id end, case kind when 'role' then id end
      from ids_in_workflow(new.conditions, new.steps);
  end if;
  return null;
end $$;
create trigger listed_references_insert after insert on workflows for each row when (new.enabled)
  execute function list_references_of_workflow();
create trigger listed_references_update after update on workflows for each row
  when (new.enabled is distinct from old.enabled or new.conditions is distinct from old.conditions or new.steps is distinct from old.steps)
  execute function list_references_of_workflow();
create trigger listed_references_delete after delete on workflows for each row execute function forget_listed_references();

-- What is there already. Ids of records that were deleted meanwhile stay in the lists until somebody changes them.
insert into listed_references (source, source_id, title_id)
  select distinct 'event_rooms', r.id, t.id from event_rooms r join titles t on t.id = any(r.kept_for_title_ids);
insert into listed_references (source, source_id, designation_id)
  select distinct 'event_rooms', r.id, t.id from event_rooms r join designations t on t.id = any(r.kept_for_designation_ids);
insert into listed_references (source, source_id, title_id)
  select distinct 'event_participant_types', r.id, t.id from event_participant_types r join titles t on t.id = any(r.title_ids);
insert into listed_references (source, source_id, designation_id)
  select distinct 'event_participant_types', r.id, t.id from event_participant_types r join designations t on t.id = any(r.designation_ids);
insert into listed_references (source, source_id, event_block_id)
  select distinct 'event_accommodations', r.id, t.id from event_accommodations r join event_blocks t on t.id = any(r.block_ids);
insert into listed_references (source, source_id, participant_type_id)
  select distinct 'form_questions', r.id, t.id from form_questions r join participant_types t on t.id = any(r.participant_type_ids);
insert into listed_references (source, source_id, title_id, participant_type_id, committee_type_id, message_template_id, role_id)
  select 'workflows', w.id, t.id, p.id, c.id, m.id, o.id
  from workflows w cross join ids_in_workflow(w.conditions, w.steps) n
    left join titles t on n.kind = 'title' and t.id = n.id
    left join participant_types p on n.kind = 'participant_type' and p.id = n.id
    left join committee_types c on n.kind = 'committee_type' and c.id = n.id
    left join message_templates m on n.kind = 'template' and m.id = n.id
    left join roles o on n.kind = 'role' and o.id = n.id
  where w.enabled and num_nonnulls(t.id, p.id, c.id, m.id, o.id) = 1;
