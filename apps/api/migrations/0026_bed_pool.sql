-- The beds of a centre are one pool: what events sell of it together is never more than there is.

-- What an event has of the pool, per block, category and night. Its quotas of beds are the sums of these.
create table event_beds (
  event_accommodation_id oid24 not null constraint event_beds_accommodation_fkey references event_accommodations on delete cascade,
  event_block_id oid24 not null constraint event_beds_block_fkey references event_blocks on delete restrict,
  room_category_id oid24 not null constraint event_beds_category_fkey references room_categories on delete restrict,
  night date not null,
  beds integer not null constraint event_beds_some check (beds > 0),
  constraint event_beds_pkey primary key (event_accommodation_id, event_block_id, night)
);
create index event_beds_pool on event_beds (event_block_id, room_category_id, night);

-- The number that was typed, or all that are free: left to the pool.
alter table event_accommodations add all_free boolean not null default false;

-- The guarded counter: kept by the triggers below, whatever writes rooms, maintenance or what events have.
create table bed_pool (
  event_block_id oid24 not null constraint bed_pool_block_fkey references event_blocks on delete cascade,
  room_category_id oid24 not null constraint bed_pool_category_fkey references room_categories on delete cascade,
  night date not null,
  -- there, and not closed that night
  beds integer not null constraint bed_pool_beds check (beds >= 0),
  claimed integer not null constraint bed_pool_claimed check (claimed >= 0),
  -- sold twice before there was a pool: it may stay, and never grows
  tolerated integer not null default 0 constraint bed_pool_tolerated check (tolerated >= 0),
  constraint bed_pool_pkey primary key (event_block_id, room_category_id, night)
);

create function open_beds(block text, category text, on_night date) returns integer language sql stable as $$
  select coalesce(sum(r.beds), 0)::int from event_rooms r
  where r.event_block_id = block and r.room_category_id = category
    and not exists (select from room_maintenance m where m.room_id = r.id and m.nights @> on_night)
$$;

-- Whoever changes the pool of a centre takes turns: rooms, maintenance and events see each other's beds.
create function lock_center_of_block(block text) returns void language plpgsql as $$
begin
  perform 1 from event_centers where id = (select event_center_id from event_blocks where id = block) for no key update;
end $$;

create function count_event_beds() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform lock_center_of_block(old.event_block_id);
    update bed_pool set claimed = claimed - old.beds
      where event_block_id = old.event_block_id and room_category_id = old.room_category_id and night = old.night;
  end if;
  if tg_op <> 'DELETE' then
    perform lock_center_of_block(new.event_block_id);
    insert into bed_pool as p (event_block_id, room_category_id, night, beds, claimed)
      values (new.event_block_id, new.room_category_id, new.night,
        open_beds(new.event_block_id, new.room_category_id, new.night), new.beds)
      on conflict (event_block_id, room_category_id, night) do update set claimed = p.claimed + excluded.claimed, beds = excluded.beds;
  end if;
  return null;
end $$;
create trigger event_beds_count after insert or update or delete on event_beds for each row execute function count_event_beds();

create function recount_pool_of_rooms() returns trigger language plpgsql as $$
begin
  perform 1 from event_centers where id in (select event_center_id from changed) order by id for no key update;
  update bed_pool p set beds = open_beds(p.event_block_id, p.room_category_id, p.night)
    from (select distinct event_block_id, room_category_id from changed) k
    where p.event_block_id = k.event_block_id and p.room_category_id = k.room_category_id
      and p.beds <> open_beds(p.event_block_id, p.room_category_id, p.night);
  return null;
end $$;
create trigger event_rooms_pool_added after insert on event_rooms referencing new table as changed
  for each statement execute function recount_pool_of_rooms();
create trigger event_rooms_pool_changed after update on event_rooms referencing new table as changed
  for each statement execute function recount_pool_of_rooms();
create trigger event_rooms_pool_was after update on event_rooms referencing old table as changed
  for each statement execute function recount_pool_of_rooms();
create trigger event_rooms_pool_removed after delete on event_rooms referencing old table as changed
  for each statement execute function recount_pool_of_rooms();

create function recount_pool_of_maintenance() returns trigger language plpgsql as $$
begin
  perform 1 from event_centers where id in (select r.event_center_id from changed c join event_rooms r on r.id = c.room_id)
    order by id for no key update;
  update bed_pool p set beds = open_beds(p.event_block_id, p.room_category_id, p.night)
    from (select distinct r.event_block_id, r.room_category_id from changed c join event_rooms r on r.id = c.room_id) k
    where p.event_block_id = k.event_block_id and p.room_category_id = k.room_category_id
      and p.beds <> open_beds(p.event_block_id, p.room_category_id, p.night);
  return null;
end $$;
create trigger room_maintenance_pool_added after insert on room_maintenance referencing new table as changed
  for each statement execute function recount_pool_of_maintenance();
create trigger room_maintenance_pool_changed after update on room_maintenance referencing new table as changed
  for each statement execute function recount_pool_of_maintenance();
create trigger room_maintenance_pool_was after update on room_maintenance referencing old table as changed
  for each statement execute function recount_pool_of_maintenance();
create trigger room_maintenance_pool_removed after delete on room_maintenance referencing old table as changed
  for each statement execute function recount_pool_of_maintenance();

-- Invariant 13. Asked at the end of the transaction: a room that closes and the events that give its beds back are one change.
create function refuse_oversold_beds() returns trigger language plpgsql as $$
begin
  if exists (select 1 from bed_pool where event_block_id = new.event_block_id and room_category_id = new.room_category_id
      and night = new.night and claimed > beds + tolerated) then
    raise exception 'block %, category %, %: more beds are sold than there are', new.event_block_id, new.room_category_id, new.night
      using errcode = 'check_violation', constraint = 'bed_pool_not_oversold';
  end if;
  return null;
end $$;
create constraint trigger bed_pool_not_oversold after insert or update on bed_pool
  deferrable initially deferred for each row execute function refuse_oversold_beds();

-- Events that are published already take their beds in the order in which they were. Where they sell more than there is, the later
-- ones get less; what is sold stays, and invariant 13 says so until somebody has solved it.
do $$
declare
  o record; b record; sold integer; wanted integer; missing integer; free integer; taken integer;
begin
  for o in
    select a.id, a.event_id, a.room_category_id, a.block_ids, a.beds, e.event_center_id, e.status, n.night::date as night
    from event_accommodations a
    join events e on e.id = a.event_id
    cross join lateral generate_series(a.check_in_from, a.check_out_until - 1, interval '1 day') as n(night)
    where e.status in ('published', 'unpublished') and e.ends_at > now() and n.night >= current_date
    order by e.published_at nulls last, e.id, a.position, n.night
  loop
    select coalesce(max(claimed), 0) into sold from quotas
      where event_id = o.event_id and kind = 'beds' and ref_id = o.id and night = o.night;
    wanted := case when o.status = 'published' then greatest(o.beds, sold) else sold end;
    missing := wanted;
    for b in
      select id from event_blocks
      where event_center_id = o.event_center_id and (cardinality(o.block_ids) = 0 or id = any(o.block_ids)) order by name, id
    loop
      free := open_beds(b.id, o.room_category_id, o.night)
        - coalesce((select claimed from bed_pool where event_block_id = b.id and room_category_id = o.room_category_id and night = o.night), 0);
      taken := least(greatest(free, 0), missing);
      if taken > 0 then
        insert into event_beds values (o.id, b.id, o.room_category_id, o.night, taken);
        missing := missing - taken;
      end if;
    end loop;
    -- Sold, and not there.
    missing := sold - (wanted - missing);
    if missing > 0 then
      select id into b from event_blocks
        where event_center_id = o.event_center_id and (cardinality(o.block_ids) = 0 or id = any(o.block_ids)) order by name, id limit 1;
      if b.id is not null then
        insert into event_beds as x values (o.id, b.id, o.room_category_id, o.night, missing)
          on conflict (event_accommodation_id, event_block_id, night) do update set beds = x.beds + excluded.beds;
        update bed_pool set tolerated = tolerated + missing
          where event_block_id = b.id and room_category_id = o.room_category_id and night = o.night;
      end if;
    end if;
    update quotas q set capacity = greatest(q.claimed, coalesce((select sum(x.beds) from event_beds x
        where x.event_accommodation_id = o.id and x.night = o.night), 0))
      where q.event_id = o.event_id and q.kind = 'beds' and q.ref_id = o.id and q.night = o.night;
  end loop;
end $$;
