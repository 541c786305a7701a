-- A code to the own phone or mailbox that confirms a session instead of the password.
alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens add constraint one_time_tokens_purpose check (purpose in ('confirm_account', 'confirm_email_change',
  'password_reset', 'mfa_password_reset', 'mfa', 'mfa_deactivation', 'phone_verification', 'invitation', 'complete_reservation',
  'choose_account', 'give_consent', 'sign_in_code', 'identity_code')) not valid;
