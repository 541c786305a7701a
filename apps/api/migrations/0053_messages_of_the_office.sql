-- What the office writes: templates, messages to many people, announcements, and its own wording of our mails.

create table message_templates (
  id oid24 primary key default new_id(),
  name text not null unique,
  purpose text not null default '',
  channels text[] not null check (channels <@ '{app,mail,sms}' and cardinality(channels) > 0),
  -- a text per language: { en: { subject, body, sms } }
  texts jsonb not null,
  -- people get it although they opted out: their reservation needs it
  needed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table bulk_messages (
  id oid24 primary key default new_id(),
  name text not null,
  -- of an event's reservations, of the list of people, or members chosen for an announcement
  audience text not null check (audience in ('reservations', 'users', 'members')),
  event_id oid24 references events on delete restrict,
  -- ids, or the filter of the list as the browser sent it; both null for everybody
  ids text[],
  filter jsonb,
  channels text[] not null check (channels <@ '{app,mail,sms}' and cardinality(channels) > 0),
  texts jsonb not null,
  needed boolean not null default false,
  status text not null default 'scheduled' check (status in ('scheduled', 'sending', 'paused', 'done', 'stopped')),
  starts_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- an announcement is shown until then
  ends_at timestamptz check (ends_at > starts_at),
  pinned boolean not null default false,
  people integer not null default 0,
  created_by oid24 references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((audience = 'reservations') = (event_id is not null) or audience = 'members')
);
create index bulk_messages_event on bulk_messages (event_id, created_at desc);
create index bulk_messages_list on bulk_messages (created_at desc);
create index bulk_messages_due on bulk_messages (starts_at) where status in ('scheduled', 'sending');
create index bulk_messages_pinned on bulk_messages (ends_at) where pinned;
create index bulk_messages_author on bulk_messages (created_by);

-- A person of a message. Marked in the transaction that writes to the outbox, so nobody gets it twice.
create table bulk_recipients (
  message_id oid24 not null references bulk_messages on delete cascade,
  user_id oid24 not null references users on delete cascade,
  position integer not null,
  reservation_id oid24 references reservations on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'unreached', 'stopped')),
  language text,
  -- per channel: null if it was not asked for, `sent`, or why it was left out
  app text,
  mail text,
  sms text,
  -- the rows of the outbox, which tell what became of them
  mail_id oid24,
  sms_id oid24,
  sms_parts smallint not null default 0,
  sent_at timestamptz,
  primary key (message_id, user_id)
);
create index bulk_recipients_waiting on bulk_recipients (message_id, position) where state = 'waiting';
create index bulk_recipients_user on bulk_recipients (user_id, sent_at desc);
create index bulk_recipients_reservation on bulk_recipients (reservation_id) where reservation_id is not null;

alter table notifications add message_id oid24 references bulk_messages on delete set null;
create index notifications_message on notifications (message_id, user_id) where message_id is not null;

-- Never used: an announcement is a message with a time until which it is shown.
drop table announcements;

-- The office's wording of our texts. `ours` is the text that it replaced: where ours changed since, the office is told.
create table text_overrides (
  text_id text not null,
  language text not null,
  text text not null,
  ours text not null,
  updated_by oid24 references users on delete set null,
  updated_at timestamptz not null default now(),
  primary key (text_id, language)
);
create index text_overrides_author on text_overrides (updated_by);
