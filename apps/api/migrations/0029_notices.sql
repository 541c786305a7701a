-- Notices: at least one channel is chosen, what was attached to a message is known, and what was mailed of an alert.

update users set notify = notify || '{"mail": true}'
  where not coalesce((notify->>'mail')::boolean, true) and not coalesce((notify->>'sms')::boolean, true);
alter table users add constraint users_notify_somehow
  check (coalesce((notify->>'mail')::boolean, true) or coalesce((notify->>'sms')::boolean, true));

-- Messages of the same instant keep their order.
create sequence messages_order;

create table message_attachments (
  message_id oid24 not null constraint message_attachments_message references messages on delete cascade,
  position smallint not null,
  name text not null,
  mime text not null,
  size integer not null constraint message_attachments_size check (size >= 0),
  -- shown inside the mail, under this id
  content_id text,
  -- kept only where messages are read instead of sent
  content bytea,
  constraint message_attachments_pkey primary key (message_id, position)
);

alter table alerts add column mailed_at timestamptz;
update alerts set mailed_at = created_at;
create index alerts_unmailed on alerts (created_at) where mailed_at is null and resolved_at is null;
