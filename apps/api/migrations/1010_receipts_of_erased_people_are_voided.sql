-- Why a payment was taken back is a code, which nobody typed: the receipt of somebody whose account is erased can still be voided
-- (docs/adr/0010-a-place-is-secured.md).
create or replace trigger refuse_erased after insert on reservation_transitions
  for each row when (new.reason not in ('', 'voided') and new.actor = 'staff') execute function refuse_words_about_erased();

-- A place at the desk that was given up with the confirmation was not claimed again when the money was taken back, and refused every edit
-- of the reservation where the desk was full. What is still so is held like one that is paid online.
update reservations r set pays_at_desk = false
  where r.status = 'pending' and r.pays_at_desk and not exists (
    select from claims c join quotas q on q.id = c.quota_id
    where c.reservation_id = r.id and c.released_at is null and q.kind = 'desk_holds');
