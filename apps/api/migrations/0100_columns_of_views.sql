-- Columns of lists have the names of the fields that they show: views that were saved with the earlier names keep them.
update saved_views v set columns = (
  select array_agg(coalesce(new.name, c.name) order by c.position)
  from unnest(v.columns) with ordinality c(name, position)
    left join (values
      ('approvals', 'answer', 'state'),
      ('approvals', 'expires', 'expires_at'),
      ('blogs', 'languages', 'translations'),
      ('events', 'actions', 'acts'),
      ('imports', 'by', 'started_by'),
      ('log-access', 'browser', 'user_agent'),
      ('log-access', 'person', 'user'),
      ('log-errors', 'request', 'request_id'),
      ('log-imports', 'file', 'file_name'),
      ('log-imports', 'mode', 'dry_run'),
      ('log-imports', 'person', 'user'),
      ('log-imports', 'rows', 'total'),
      ('log-mail', 'person', 'user'),
      ('log-payments', 'amount', 'label'),
      ('log-security', 'person', 'user'),
      ('log-security', 'request', 'request_id'),
      ('log-sms', 'person', 'user'),
      ('message-templates', 'use', 'acts'),
      ('open-money', 'why', 'refund_reason'),
      ('permissions', 'code', 'name'),
      ('permissions', 'holders', 'acts'),
      ('refunds', 'why', 'reason'),
      ('reservations', 'category', 'room_category'),
      ('reservations', 'party', 'participants'),
      ('reservations', 'standing', 'payment'),
      ('resource-actions', 'word', 'label'),
      ('resources', 'word', 'label'),
      ('task-templates', 'first', 'label'),
      ('titles-to-confirm', 'claims', 'title'),
      ('waiting-list', 'guest', 'user'),
      ('waiting-list', 'offer', 'offer_expires_at')) new(list, old, name) on new.list = v.list and new.old = c.name)
where columns <> '{}';
