-- Room-mates can be named while reserving. Whom a wish names hears of it from a job after the commit.
alter table room_mate_wishes add told_at timestamptz;
update room_mate_wishes set told_at = asked_at;
create index room_mate_wishes_untold on room_mate_wishes (asked_at) where told_at is null;
