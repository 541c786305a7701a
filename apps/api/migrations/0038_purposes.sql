-- Two purposes of one-time tokens: which person of a shared phone signs in, and a registration that is completed without an account.

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens
  add constraint one_time_tokens_purpose check (purpose in ('confirm_account', 'confirm_email_change', 'password_reset',
    'mfa_password_reset', 'mfa', 'mfa_deactivation', 'phone_verification', 'invitation', 'complete_reservation', 'choose_account')),
  add reservation_id oid24 constraint one_time_tokens_reservation_id_fkey references reservations on delete cascade,
  add constraint one_time_tokens_completes check (purpose <> 'complete_reservation' or reservation_id is not null);
create index one_time_tokens_reservation on one_time_tokens (reservation_id) where reservation_id is not null;
