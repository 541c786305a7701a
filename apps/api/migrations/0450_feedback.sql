-- What guests say after an event, once for each reservation.
create table event_feedback (
  reservation_id oid24 primary key references reservations on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  words text not null default '' check (length(words) <= 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The message of thanks leads there, where nobody has changed it.
update message_templates set
  purpose = 'For the workflow that thanks guests after an event, with the link to their feedback.',
  texts = replace(texts::text, '{{account_link}}', '{{feedback_link}}')::jsonb
  where name = 'Workflow: thank you' and updated_at = created_at;
