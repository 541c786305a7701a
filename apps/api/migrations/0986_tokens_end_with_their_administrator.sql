-- An administrator who is deactivated or deleted has seen the secrets of the API tokens that they made: these end
-- (docs/adr/0126-tokens-end-with-their-administrator.md), with their sessions and accounts, whichever way the account ends.
create function end_tokens_of_administrator() returns trigger language plpgsql as $$
declare
  moment timestamptz := case when tg_op = 'DELETE' then now() else new.updated_at end;
begin
  with ended as (
    update api_tokens t set revoked_at = moment where t.created_by = old.id and t.revoked_at is null
    returning t.user_id, t.session_id
  ), signed_out as (
    update sessions s set revoked_at = moment, revoke_reason = 'revoked' from ended e where s.id = e.session_id and s.revoked_at is null
  )
  update users u set status = 'deactivated', updated_at = moment from ended e where u.id = e.user_id;
  return old;
end $$;

-- Before a deletion: it takes the name of who made them out of the tokens.
create trigger end_tokens before delete on users
  for each row when (old.user_type = 'admin') execute function end_tokens_of_administrator();
create trigger end_tokens_deactivated after update of status on users
  for each row when (old.user_type = 'admin' and new.status = 'deactivated' and old.status <> 'deactivated')
  execute function end_tokens_of_administrator();
