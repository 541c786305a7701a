-- A code that signs a member in without the password. Its token is made for every address that is typed, so it belongs to
-- no account: what the code opens is decided when a message is sent, and kept in the token's data.
alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens
  alter column user_id drop not null,
  add constraint one_time_tokens_purpose check (purpose in ('confirm_account', 'confirm_email_change', 'password_reset',
    'mfa_password_reset', 'mfa', 'mfa_deactivation', 'phone_verification', 'invitation', 'complete_reservation', 'choose_account',
    'give_consent', 'sign_in_code')),
  add constraint one_time_tokens_owner check (user_id is not null or purpose = 'sign_in_code');
