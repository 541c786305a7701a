-- People whom a plan puts into a room that is deleted stay in the plan, without a bed.
create function leave_deleted_room() returns trigger language plpgsql as $$
begin
  -- The room first, as everybody who places people locks it.
  perform 1 from event_rooms where id = old.id for update;
  update allocation_places set state = 'left', room_id = null, bed = null, refusal = null, reasons = '[{"code": "room_gone"}]'
  where room_id = old.id and state = 'proposed';
  return old;
end $$;
create trigger event_rooms_leave_plans before delete on event_rooms for each row execute function leave_deleted_room();
