-- Rules over several columns had only a number for a name. What the API makes of a violation, and what a later
-- migration changes, is named here; what was changed meanwhile has a name already.
do $$
declare
  rule record;
begin
  for rule in
    select * from (values
      ('church_units', 'church_units_check', 'church_units_region_has_no_parent'),
      ('church_units', 'church_units_check1', 'church_units_type_of_assemblies'),
      ('claims', 'claims_check', 'claims_one_holder'),
      ('event_accommodations', 'event_accommodations_check', 'event_accommodations_nights_in_order'),
      ('event_activities', 'event_activities_check', 'event_activities_times_in_order'),
      ('events', 'events_check', 'events_times_in_order'),
      ('events', 'events_check1', 'events_registration_in_order'),
      ('form_questions', 'form_questions_check', 'form_questions_values_in_order'),
      ('form_questions', 'form_questions_check1', 'form_questions_dates_in_order'),
      ('form_questions', 'form_questions_check2', 'form_questions_ratings_of_radio'),
      ('idempotency_keys', 'idempotency_keys_check', 'idempotency_keys_one_answer'),
      ('ledger_entries', 'ledger_entries_check', 'ledger_entries_sign_of_kind'),
      ('payments', 'payments_check', 'payments_refunded_within_captured'),
      ('payments', 'payments_check1', 'payments_cash_has_receipt'),
      ('payments', 'payments_check2', 'payments_cash_has_cashier'),
      ('quotas', 'quotas_check', 'quotas_within_capacity'),
      ('quotas', 'quotas_check1', 'quotas_beds_have_night'),
      ('quotas', 'quotas_check2', 'quotas_of_event_have_no_part'),
      ('reservation_lines', 'reservation_lines_check', 'reservation_lines_amount_of_parts'),
      ('reservation_participants', 'reservation_participants_check', 'reservation_participants_somebody'),
      ('reservations', 'reservations_check', 'reservations_stay_whole'),
      ('reservations', 'reservations_check1', 'reservations_nights_in_order'),
      ('reservations', 'reservations_check2', 'reservations_active_is_settled'),
      ('reservations', 'reservations_check3', 'reservations_waived_by_somebody'),
      ('reservations', 'reservations_check4', 'reservations_redeemed_has_time'),
      ('room_maintenance', 'room_maintenance_room_id_nights_excl', 'room_maintenance_no_overlap'),
      ('spouses', 'spouses_check', 'spouses_not_oneself'),
      ('users', 'users_check', 'users_staff_have_email'),
      ('waiting_entries', 'waiting_entries_check', 'waiting_entries_offer_has_end')
    ) as named (of_table, old_name, new_name)
  loop
    if exists (select from pg_constraint c where c.conrelid = to_regclass(rule.of_table) and c.conname = rule.old_name) then
      execute format('alter table %I rename constraint %I to %I', rule.of_table, rule.old_name, rule.new_name);
    end if;
  end loop;
end
$$;
