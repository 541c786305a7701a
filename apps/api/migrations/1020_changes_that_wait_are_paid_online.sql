-- A dearer change was held as long as one that is paid online, whatever its owner had chosen, and claimed no place at the desk. Those that
-- wait keep their time: whoever wants to pay at the desk can choose it for them now.
update reservations set pending_change = jsonb_set(pending_change, '{wish,pays_at_desk}', 'false')
  where pending_change is not null and (pending_change->'wish'->>'pays_at_desk')::boolean is distinct from false;
