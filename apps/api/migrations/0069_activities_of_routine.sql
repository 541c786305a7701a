-- What begins again and again is one activity: the runs of a workflow on one day.
alter table activities add column key text unique;
