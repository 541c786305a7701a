-- Who was let in on some days, over all events (the filter of reservations, and its count of persons).
create index scans_let_in on scans (scanned_at) include (reservation_id, participant_id) where accepted and direction = 'in';
