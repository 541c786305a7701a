-- The trace that led to a message (W3C `traceparent`), so that its sending is part of it.
alter table messages add column trace text constraint messages_trace check (trace ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$');
