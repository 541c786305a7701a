-- What stays instead of an erased person's name is marked with an invisible character (U+2063), so that readers get it in their language.
-- The former version writes it without the mark meanwhile.
alter table users drop constraint account_stays_erased;
alter table users add constraint account_stays_erased check (erased_at is null or (status = 'deactivated'
  and first_name in ('Erased', U&'Erased\2063') and last_name in ('person', U&'person\2063')
  and num_nonnulls(email, pending_email, email_confirmed_at, phone, phone_verified_at, password_hash,
    password_changed_at, other_names, gender, birth_date, industry, region_id, area_id, district_id, assembly_id, title_id, designation_id,
    staff_id, avatar_file_id) = 0)) not valid;

update users set first_name = U&'Erased\2063', last_name = U&'person\2063' where erased_at is not null;
update spouses s set first_name = U&'Erased\2063', last_name = U&'person\2063' from users u
  where u.id = s.user_id and u.erased_at is not null;
update family_members f set first_name = U&'Erased\2063', last_name = U&'person\2063' from users u
  where u.id = f.user_id and u.erased_at is not null;
update reservation_participants p set name = U&'Erased\2063 person\2063' from reservations r, users u
  where r.id = p.reservation_id and u.id = r.user_id and u.erased_at is not null and p.name = 'Erased person';
update guardian_consents g set guardian_name = U&'Erased\2063 person\2063',
    answered_name = case when g.answered_name is not null then U&'Erased\2063 person\2063' end
  from reservations r, users u
  where r.id = g.reservation_id and u.id = r.user_id and u.erased_at is not null and g.guardian_name = 'Erased person';
update alerts set data = jsonb_set(data, '{name}', to_jsonb(U&'Erased\2063 person\2063'::text)) where data ->> 'name' = 'Erased person';
