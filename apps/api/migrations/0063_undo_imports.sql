-- Deleting a unit of the church map or an account looks for people who name it. Without an index that is a look at
-- everybody for each deleted row.
create index users_region on users (region_id) where region_id is not null;
create index users_area on users (area_id) where area_id is not null;
create index users_district on users (district_id) where district_id is not null;
create index users_assembly on users (assembly_id) where assembly_id is not null;
create index users_title_confirmed_by on users (title_confirmed_by) where title_confirmed_by is not null;
create index users_designation_confirmed_by on users (designation_confirmed_by) where designation_confirmed_by is not null;
