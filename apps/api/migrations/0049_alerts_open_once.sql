-- One open alert per kind and subject. Two that ended in the same millisecond are no conflict.
alter table alerts drop constraint alerts_once;
create unique index alerts_open_once on alerts (kind, subject) where resolved_at is null;
