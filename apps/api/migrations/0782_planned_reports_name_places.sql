-- A report that is sent by schedule, a planned message and a planned announcement also name blocks, room categories and caterers in
-- their filters. Without them a report of a deleted block was sent with figures of 0 (0751 keeps the other records).
alter table listed_references add column room_category_id oid24 references room_categories;
alter table listed_references add column caterer_id oid24 references caterers;
alter table listed_references drop constraint listed_references_one;
alter table listed_references add constraint listed_references_one check (num_nonnulls(title_id, designation_id, event_block_id,
  participant_type_id, committee_type_id, message_template_id, role_id, church_unit_id, event_id, room_category_id, caterer_id) = 1) not valid;
-- safe: the table has hundreds of rows at most, and none of this column
create index listed_references_room_category on listed_references (room_category_id) where room_category_id is not null;
-- safe: the table has hundreds of rows at most, and none of this column
create index listed_references_caterer on listed_references (caterer_id) where caterer_id is not null;

create or replace function list_references_in_filter(of_table text, of_id text, filter jsonb) returns void language plpgsql as $$
begin
  delete from listed_references where source = of_table and source_id = of_id;
  insert into listed_references (source, source_id, church_unit_id, event_id, participant_type_id, title_id, designation_id,
      committee_type_id, event_block_id, room_category_id, caterer_id)
    select of_table, of_id, u.id, e.id, p.id, t.id, d.id, c.id, b.id, r.id, m.id
    from (select distinct matched[1] as id from regexp_matches(filter::text, '\m[0-9a-f]{24}\M', 'g') matched) n
      left join church_units u on u.id = n.id left join events e on e.id = n.id left join participant_types p on p.id = n.id
      left join titles t on t.id = n.id left join designations d on d.id = n.id left join committee_types c on c.id = n.id
      left join event_blocks b on b.id = n.id left join room_categories r on r.id = n.id left join caterers m on m.id = n.id
    where num_nonnulls(u.id, e.id, p.id, t.id, d.id, c.id, b.id, r.id, m.id) = 1;
exception when foreign_key_violation then
  perform refuse_listed_reference(of_table, 'filter');
end $$;

select list_references_in_filter('bulk_messages', id, filter) from bulk_messages where status = 'scheduled' and filter is not null;
select list_references_in_filter('saved_reports', id, filters) from saved_reports r
  where exists (select from report_schedules s where s.saved_report_id = r.id);
