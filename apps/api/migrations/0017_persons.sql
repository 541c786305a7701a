-- One reservation, n persons: each with a participant type, a title, a designation and meals of their own.

-- Children and companions: somebody's own list, beside the spouse list.
create table family_members (
  id oid24 primary key default new_id(),
  user_id oid24 not null references users on delete cascade,
  relation text not null constraint family_members_relation check (relation in ('child', 'companion')),
  first_name text not null,
  last_name text not null,
  other_names text,
  gender text not null constraint family_members_gender check (gender in ('male', 'female')),
  birth_date date,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- how old a child is decides about the price and the room
  constraint family_members_child_has_birth_date check (relation <> 'child' or birth_date is not null or removed_at is not null)
);
create index family_members_user on family_members (user_id);

alter table event_participant_types
  -- on the first day of the event; null: no bound
  add min_age smallint constraint event_participant_types_min_age check (min_age between 0 and 120),
  add max_age smallint constraint event_participant_types_max_age check (max_age between 0 and 120),
  add constraint event_participant_types_ages check (max_age >= min_age);

alter table reservation_participants drop constraint reservation_participants_role_check;
alter table reservation_participants drop constraint reservation_participants_check;
alter table reservation_participants drop constraint reservation_participants_reservation_id_role_key;
alter table reservation_participants
  add position smallint not null default 0,
  add family_member_id oid24 references family_members on delete restrict,
  add event_participant_type_id oid24,
  add title_id oid24 references titles on delete restrict,
  add designation_id oid24 references designations on delete restrict,
  add event_caterer_id oid24,
  -- under 18 on the first day of the event
  add minor boolean not null default false,
  -- the position of the grown-up in the same reservation who answers for a minor
  add guardian smallint constraint reservation_participants_guardian check (guardian <> position),
  add constraint reservation_participants_role check (role in ('main', 'spouse', 'child', 'companion')),
  add constraint reservation_participants_somebody check (num_nonnulls(user_id, spouse_id, family_member_id) >= 1);
update reservation_participants p set position = case p.role when 'main' then 0 else 1 end,
  event_participant_type_id = r.event_participant_type_id, event_caterer_id = r.event_caterer_id,
  title_id = case p.role when 'main' then r.title_id end, designation_id = case p.role when 'main' then r.designation_id end
from reservations r where r.id = p.reservation_id;
alter table reservation_participants
  alter event_participant_type_id set not null,
  -- whoever takes part names a type that the event offers; the reservation's own column, of its main person, need not be looked up again
  add constraint reservation_participants_type foreign key (event_participant_type_id, event_id)
    references event_participant_types (id, event_id) on delete restrict,
  add constraint reservation_participants_caterer foreign key (event_caterer_id, event_id)
    references event_caterers (id, event_id) on delete restrict;
-- Deferrable: an edit counts its persons anew in one statement.
alter table reservation_participants
  add constraint reservation_participants_main check ((role = 'main') = (position = 0)),
  add constraint reservation_participants_position unique (reservation_id, position) deferrable;
create unique index participants_one_spouse on reservation_participants (reservation_id) where role = 'spouse';
create unique index participants_one_live_member on reservation_participants (event_id, family_member_id)
  where live and family_member_id is not null;

-- What each person takes part as, eats and bears stands with the person. The type of the main person stays with the
-- reservation too: lists of a million sort and filter by it.
alter table reservations drop constraint reservations_event_participant_type_id_event_id_fkey;
alter table reservations drop column title_id, drop column designation_id, drop column event_caterer_id, drop column spouse_id;

-- The price of a participant type is a line for each person, by their position.
alter table reservation_lines add person smallint constraint reservation_lines_person check (person >= 0);
insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount, person)
  select l.reservation_id, l.kind, l.ref_id, l.label, 1, l.units, l.unit_price, l.unit_price * l.units, n
  from reservation_lines l, generate_series(1, l.quantity - 1) as n where l.kind = 'participant_type';
update reservation_lines set person = 0, quantity = 1, amount = unit_price * units where kind = 'participant_type' and person is null;
