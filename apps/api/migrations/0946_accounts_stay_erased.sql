-- Accounts that the office wrote to after they were erased are empty again.
update users set status = 'deactivated', email = null, pending_email = null, email_confirmed_at = null, phone = null,
  phone_verified_at = null, password_hash = null, password_changed_at = null, first_name = 'Erased', last_name = 'person',
  other_names = null, gender = null, birth_date = null, industry = null, region_id = null, area_id = null, district_id = null,
  assembly_id = null, title_id = null, designation_id = null, staff_id = null, avatar_file_id = null
where erased_at is not null;
alter table users validate constraint account_stays_erased;
