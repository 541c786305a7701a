-- A saved report has a schedule for each of its events: the alert that one of them is not sent is about that event.
update alerts set subject = subject || ':' || (data ->> 'event_id')
where kind = 'report_held' and resolved_at is null and position(':' in subject) = 0 and data ->> 'event_id' is not null;
