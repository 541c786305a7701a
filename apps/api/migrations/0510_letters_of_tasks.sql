-- A task can be about a document of ours: its page then leads there.
alter table tasks add column opens text;
alter table tasks add constraint tasks_opens_known check (opens in ('invitation_letter')) not valid;
alter table tasks validate constraint tasks_opens_known;

-- The ready workflow for visa letters makes such tasks, where its step is still ours.
update workflows set steps = jsonb_set(steps, '{0,opens}', '"invitation_letter"')
  where ready = 'visa_letter' and jsonb_array_length(steps) = 1 and steps -> 0 ->> 'kind' = 'task';
update workflow_versions v set definition = jsonb_set(v.definition, '{steps,0,opens}', '"invitation_letter"')
  from workflows w
  where w.id = v.workflow_id and w.ready = 'visa_letter'
    and jsonb_array_length(v.definition -> 'steps') = 1 and v.definition -> 'steps' -> 0 ->> 'kind' = 'task';
