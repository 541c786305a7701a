alter table room_mate_wishes validate constraint room_mate_wishes_way;
-- Opened pages are logged without their query, which can be a name.
update access_logs set route = split_part(route, '?', 1) where position('?' in route) > 0;
