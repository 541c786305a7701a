-- A draft without a choice is the event that somebody registered for: they find it again in any browser.
alter table reservation_drafts alter column draft drop not null;
