-- Logs that are filtered by address and by template, also where what is asked for is rare.

create index access_logs_ip on access_logs (ip, at desc, id desc);
create index messages_template on messages (channel, template, created_at desc);
