-- A phone that could not decide has shown "Kept" and sent the person away: the server's answer lets nobody in afterwards.
-- A printed code of several people lets nobody in until somebody says who is there.
alter table scans
  drop constraint scans_result_check,
  add constraint scans_result_check check (result in ('ok', 'already_redeemed', 'unpaid', 'cancelled', 'no_meal', 'not_now', 'several', 'wrong_event', 'not_found', 'invalid')),
  drop constraint scans_said_check,
  add constraint scans_said_check check (said in ('ok', 'already_redeemed', 'unpaid', 'cancelled', 'no_meal', 'not_now', 'several', 'wrong_event', 'not_found', 'invalid', 'kept'));
