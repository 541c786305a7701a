-- What was deleted and can still be brought back has the texts of the church's language, too: they change places with the others
-- (docs/adr/0076-the-church-in-every-language.md). Before, they came back as texts of the new language, and lost their translation into it.
create function exchange_texts_of_removals() returns trigger language plpgsql as $$
begin
  update removals set rows = (
    select jsonb_agg(item || coalesce(exchanged_texts(item, translated_fields(kind), old.language, new.language), '{}') order by place)
    from jsonb_array_elements(rows) with ordinality as kept(item, place)
  ) where undone_at is null and translated_fields(kind) is not null;
  return null;
end $$;

create trigger exchange_removed_texts after update of language on client_groups
  for each row when (old.language <> new.language) execute function exchange_texts_of_removals();
