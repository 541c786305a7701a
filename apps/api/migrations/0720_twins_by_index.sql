-- no transaction
drop index if exists church_units_twins;
create index concurrently church_units_twins on church_units (level, unit_name_key(name)) where is_twin;
