-- People on a list did not register themselves: an import starts no workflow for them.
create or replace function workflow_on_users() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('shiloh.import', true), '') = '' and workflows_listen('user_registered') then
    -- Accounts: the desk also registers people who cannot sign in.
    perform note_workflow_event('user_registered', array(select id::text from fresh where user_type = 'user' and email is not null));
  end if;
  return null;
end $$;
