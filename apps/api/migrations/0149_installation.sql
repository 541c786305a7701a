-- The key that the data of this database need, by a mark that does not tell it.
create table installation (
  one boolean primary key default true constraint installation_is_one check (one),
  key_mark text not null constraint installation_key_mark check (key_mark ~ '^[0-9a-f]{16}$')
);
