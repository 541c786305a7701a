-- When a session last proved that it is its owner, by signing in or by confirming. Sessions from before have to confirm.
alter table sessions add confirmed_at timestamptz;
