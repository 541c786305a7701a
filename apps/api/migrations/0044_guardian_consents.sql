-- Somebody under 18 who comes without a guardian has the consent of one: asked for by a link, or recorded on paper by staff.

alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens
  add constraint one_time_tokens_purpose check (purpose in ('confirm_account', 'confirm_email_change', 'password_reset',
    'mfa_password_reset', 'mfa', 'mfa_deactivation', 'phone_verification', 'invitation', 'complete_reservation', 'choose_account',
    'give_consent'));

-- What a guardian agrees to. A wording is never changed: a newer version takes its place, and an answer keeps the one it was given to.
create table consent_wordings (
  id oid24 constraint consent_wordings_pkey primary key default new_id(),
  version integer not null constraint consent_wordings_version check (version > 0),
  language text not null constraint consent_wordings_language check (language in ('en', 'de', 'fr', 'pt')),
  text text not null,
  created_at timestamptz not null default now(),
  constraint consent_wordings_one unique (version, language)
);
insert into consent_wordings (version, language, text) values
  (1, 'en', 'I am a parent or legal guardian of the person named above. I allow them to take part in this event without me. I know that the organisers look after them during the event, and that I can be reached by the phone or e-mail by which I received this request. I may withdraw this consent at any time at the office.'),
  (1, 'de', 'Ich bin Mutter, Vater oder sorgeberechtigt für die oben genannte Person. Ich erlaube ihr, ohne mich an dieser Veranstaltung teilzunehmen. Ich weiß, dass die Veranstalter sie während der Veranstaltung betreuen und dass ich über das Telefon oder die E-Mail erreichbar bin, mit der ich diese Anfrage erhalten habe. Ich kann diese Einwilligung jederzeit beim Büro widerrufen.'),
  (1, 'fr', 'Je suis le père, la mère ou le représentant légal de la personne nommée ci-dessus. Je l’autorise à participer à cet événement sans moi. Je sais que les organisateurs veillent sur elle pendant l’événement et que je suis joignable au téléphone ou à l’adresse e-mail où j’ai reçu cette demande. Je peux retirer ce consentement à tout moment auprès du secrétariat.'),
  (1, 'pt', 'Sou mãe, pai ou representante legal da pessoa acima indicada. Autorizo-a a participar neste evento sem mim. Sei que os organizadores cuidam dela durante o evento e que posso ser contactado pelo telefone ou e-mail em que recebi este pedido. Posso retirar este consentimento a qualquer momento na secretaria.');

create table guardian_consents (
  id oid24 constraint guardian_consents_pkey primary key default new_id(),
  reservation_id oid24 not null constraint guardian_consents_reservation_id_fkey references reservations on delete cascade,
  participant_id oid24 not null constraint guardian_consents_participant_id_fkey references reservation_participants on delete cascade,
  -- as whoever reserved calls them
  guardian_name text not null,
  email citext,
  phone text constraint guardian_consents_phone check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  status text not null default 'waiting' constraint guardian_consents_status check (status in ('waiting', 'given', 'refused')),
  -- when the link was sent last, and how many times
  asked_at timestamptz,
  asked_count smallint not null default 0,
  answered_at timestamptz,
  -- as they sign
  answered_name text,
  wording_id oid24 constraint guardian_consents_wording_id_fkey references consent_wordings on delete restrict,
  -- who of the staff recorded a consent on paper
  recorded_by oid24 constraint guardian_consents_recorded_by_fkey references users on delete set null,
  created_at timestamptz not null,
  constraint guardian_consents_one unique (participant_id),
  constraint guardian_consents_one_way check (num_nonnulls(email, phone) <= 1),
  constraint guardian_consents_answer check ((status = 'waiting') = (answered_at is null) and (status = 'waiting') = (answered_name is null)),
  constraint guardian_consents_wording check (status = 'waiting' or wording_id is not null or status = 'given')
);
create index guardian_consents_reservation on guardian_consents (reservation_id);
create index guardian_consents_waiting on guardian_consents (reservation_id) where status <> 'given';
create index guardian_consents_email on guardian_consents (email, asked_at) where email is not null;
create index guardian_consents_phone_asked on guardian_consents (phone, asked_at) where phone is not null;
