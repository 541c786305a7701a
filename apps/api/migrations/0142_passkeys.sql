-- Passkeys (WebAuthn): a second step for everybody, and the sign-in of staff.
create table passkeys (
  id oid24 constraint passkeys_pkey primary key default new_id(),
  user_id oid24 not null constraint passkeys_user_id_fkey references users on delete cascade,
  -- As the browser names it, in base64url.
  credential_id text not null constraint passkeys_credential unique,
  -- In COSE.
  public_key bytea not null,
  -- What the authenticator counted at the last use. Those that do not count say 0.
  counter bigint not null default 0 constraint passkeys_counter check (counter >= 0),
  transports text[] not null default '{}',
  name text not null constraint passkeys_name check (char_length(name) between 1 and 80),
  -- It is copied to the other devices of its owner.
  synced boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- A challenge is deleted when it is answered. Only its keyed hash is stored.
create table passkey_challenges (
  challenge_hash text constraint passkey_challenges_pkey primary key,
  purpose text not null constraint passkey_challenges_purpose check (purpose in ('add', 'second_step', 'sign_in')),
  -- Whose passkey is expected. Null at the sign-in of staff: the passkey says who it is.
  user_id oid24 constraint passkey_challenges_user_id_fkey references users on delete cascade,
  expires_at timestamptz not null,
  constraint passkey_challenges_owner check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- An account with a passkey has this row as well, so that whatever asks for its second steps finds it.
alter table mfa_methods drop constraint mfa_methods_method_check;
alter table mfa_methods add constraint mfa_methods_method check (method in ('app', 'email', 'sms', 'passkey'));
