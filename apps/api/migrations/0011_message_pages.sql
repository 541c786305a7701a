-- A message is written three times: queued, taken, done. With room on its page the second writing touches no index.
alter table messages set (fillfactor = 60);
