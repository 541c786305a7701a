-- Every process keeps the offers of events, with the names of what is offered, until the row of the event is written again.
-- A new name or translation of a type, a room category, a caterer or a product has to reach them, too.
create function offers_changed() returns trigger language plpgsql as $$
declare
  offering text[];
begin
  case tg_table_name
    when 'participant_types' then
      select array_agg(event_id) into offering from event_participant_types where participant_type_id = new.id;
    when 'room_categories' then
      select array_agg(event_id) into offering from event_accommodations where room_category_id = new.id;
    when 'caterers' then
      select array_agg(event_id) into offering from event_caterers where caterer_id = new.id;
    when 'product_options' then
      select array_agg(event_id) into offering from event_products where product_option_id = new.id;
    when 'products' then
      select array_agg(x.event_id) into offering from event_products x
        join product_options o on o.id = x.product_option_id where o.product_id = new.id;
  end case;
  -- In the order in which everybody locks events.
  with locked as (select id from events where id = any(offering) order by id for no key update)
  update events e set updated_at = e.updated_at from locked where e.id = locked.id;
  return null;
end $$;

create trigger participant_types_offered after update on participant_types for each row execute function offers_changed();
create trigger room_categories_offered after update on room_categories for each row execute function offers_changed();
create trigger caterers_offered after update on caterers for each row execute function offers_changed();
create trigger product_options_offered after update on product_options for each row execute function offers_changed();
create trigger products_offered after update on products for each row execute function offers_changed();
