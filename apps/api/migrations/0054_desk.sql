-- The support desk: what a ticket is about, what only the office sees, who has read it, and replies to use again.

alter table support_tickets
  add column event_id oid24 constraint support_tickets_event references events on delete set null,
  add column reservation_id oid24 constraint support_tickets_reservation references reservations on delete set null,
  add column closed_at timestamptz;
update support_tickets set closed_at = updated_at where status in ('completed', 'archived');
alter table support_tickets add constraint support_tickets_closed
  check ((closed_at is not null) = (status in ('completed', 'archived')));
create index support_tickets_list on support_tickets (updated_at desc, id);
create index support_messages_ticket on support_messages (ticket_id, created_at, id);
create index support_attachments_file on support_attachments (file_id);

-- What only the office sees. A table of its own: no query of a member's conversation can select from it by mistake.
create table support_notes (
  id oid24 primary key default new_id(),
  ticket_id oid24 not null constraint support_notes_ticket references support_tickets on delete cascade,
  author_id oid24 constraint support_notes_author references users on delete set null,
  kind text not null constraint support_notes_kind check (kind in ('note', 'assigned', 'status')),
  body text not null default '',
  assignee_id oid24 constraint support_notes_assignee references users on delete set null,
  status text,
  created_at timestamptz not null default now()
);
create index support_notes_list on support_notes (ticket_id, created_at, id);

-- Until when somebody has read a ticket: its owner, or one of the office.
create table support_reads (
  ticket_id oid24 not null constraint support_reads_ticket references support_tickets on delete cascade,
  user_id oid24 not null constraint support_reads_user references users on delete cascade,
  read_at timestamptz not null,
  constraint support_reads_pkey primary key (ticket_id, user_id)
);
-- What an installation has at this moment counts as read by whoever answered it.
insert into support_reads (ticket_id, user_id, read_at)
  select id, assignee_id, updated_at from support_tickets where assignee_id is not null;

create table support_replies (
  id oid24 primary key default new_id(),
  name text not null constraint support_replies_name unique,
  -- a text per language, with {name} for the person's name
  texts jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Content in several languages: the columns hold the language it was written in, `translations` the others.

alter table faqs
  add column language text not null default 'en' constraint faqs_language check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  add column translations jsonb not null default '{}',
  add column published boolean not null default true;

alter table blogs
  add column language text not null default 'en' constraint blogs_language check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  add column translations jsonb not null default '{}',
  add column comment_mode text not null default 'checked' constraint blogs_comment_mode check (comment_mode in ('checked', 'open', 'closed')),
  add column version integer not null default 0,
  add constraint blogs_published_when check (status <> 'published' or published_at is not null);

-- Comments wait until somebody has read them, where the post says so.
alter table blog_comments
  add column status text not null default 'approved' constraint blog_comments_status check (status in ('pending', 'approved', 'rejected', 'removed')),
  add column decided_at timestamptz,
  add column decided_by oid24 constraint blog_comments_decided_by references users on delete set null,
  add column reason text not null default '';
update blog_comments set status = 'removed', decided_at = hidden_at, decided_by = hidden_by where hidden_at is not null;
alter table blog_comments drop column hidden_at, drop column hidden_by;
create index blog_comments_queue on blog_comments (status, created_at desc, id);
