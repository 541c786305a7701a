-- Whom people would like to share a room with. A wish counts when the other person has accepted it.
create table room_mate_wishes (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  from_participant_id oid24 not null references reservation_participants on delete cascade,
  -- Null: nobody has answered, and the phone or the code named nobody when it was asked.
  to_participant_id oid24 references reservation_participants on delete cascade,
  way text not null check (way in ('phone', 'code', 'link', 'staff')),
  -- What was typed: a phone in international form, or the code of a reservation.
  phone text,
  code text,
  token_hash text unique,
  state text not null check (state in ('asked', 'accepted', 'declined', 'withdrawn')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  constraint room_mate_wishes_way check ((phone is not null) = (way = 'phone') and (token_hash is not null) = (way = 'link')
    and (code is not null) = (way in ('code', 'staff'))),
  constraint room_mate_wishes_answered check ((answered_at is null) = (state = 'asked')),
  constraint room_mate_wishes_accepted check (state <> 'accepted' or to_participant_id is not null),
  constraint room_mate_wishes_other check (to_participant_id <> from_participant_id)
);
create index room_mate_wishes_from on room_mate_wishes (from_participant_id);
create index room_mate_wishes_to on room_mate_wishes (to_participant_id) where to_participant_id is not null;
create index room_mate_wishes_phone on room_mate_wishes (event_id, phone) where phone is not null and state = 'asked';
create index room_mate_wishes_code on room_mate_wishes (event_id, code) where code is not null and state = 'asked';
create index room_mate_wishes_event on room_mate_wishes (event_id) where state = 'accepted';
create unique index room_mate_wishes_once on room_mate_wishes
  (least(from_participant_id::text, to_participant_id::text), greatest(from_participant_id::text, to_participant_id::text))
  where state = 'accepted';

-- People who must not share a room, and only the welfare permission may know it.
create table kept_apart (
  id oid24 primary key default new_id(),
  event_id oid24 not null references events on delete cascade,
  participant_id oid24 not null references reservation_participants on delete cascade,
  other_id oid24 not null references reservation_participants on delete cascade,
  created_by oid24 references users on delete set null,
  created_at timestamptz not null,
  constraint kept_apart_order check (participant_id < other_id),
  unique (participant_id, other_id)
);
create index kept_apart_other on kept_apart (other_id);
create index kept_apart_event on kept_apart (event_id);
create index kept_apart_by on kept_apart (created_by) where created_by is not null;
