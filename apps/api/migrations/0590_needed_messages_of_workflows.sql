-- Guests need these messages for their reservation. Only where the office has neither changed the workflow nor turned it on.
update workflow_versions v set definition = jsonb_set(v.definition, '{steps,0,needed}', 'true')
  from workflows w
  where w.id = v.workflow_id and w.ready in ('welcome', 'balance_reminder') and w.version = 1 and not w.enabled
    and jsonb_array_length(v.definition -> 'steps') = 1 and v.definition -> 'steps' -> 0 ->> 'kind' = 'send';
update workflows set steps = jsonb_set(steps, '{0,needed}', 'true')
  where ready in ('welcome', 'balance_reminder') and version = 1 and not enabled
    and jsonb_array_length(steps) = 1 and steps -> 0 ->> 'kind' = 'send';
