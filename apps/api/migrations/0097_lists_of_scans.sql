-- All scans of an event by what became of them, newest first (GET /admin/check-in/{id}/scans). Accepted ones are nearly
-- all, and are found by their time.
create index scans_not_counted on scans (event_id, scanned_at desc) where not accepted;
create index scans_not_ok on scans (event_id, scanned_at desc) where result <> 'ok';
create index scans_from_revoked on scans (event_id, scanned_at desc) where from_revoked;
create index scans_corrected on scans (event_id, scanned_at desc) where said is not null and said <> result;
-- Who is inside an event: guests by state, and the counters of its gates.
create index participants_let_in on reservation_participants (event_id) where checked_in_at is not null;
