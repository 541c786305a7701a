-- A phone serves an event of its account from the first contact or copy on, and not only from its registration. Phones in use that
-- have copies of further events keep them.
insert into gate_device_events (device_id, event_id)
select d.id, c.event_id from gate_devices d join check_in_user_events c on c.user_id = d.user_id
where d.revoked_at is null and d.seen_at > now() - interval '30 days'
on conflict do nothing;
