-- A language begins with a catalogue, not with a migration: the contract knows which there are, the database what one looks like.

alter table users drop constraint users_language_check;
alter table users add constraint users_language check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');

alter table messages drop constraint messages_language_check;
alter table messages add constraint messages_language check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');

alter table consent_wordings drop constraint consent_wordings_language;
alter table consent_wordings add constraint consent_wordings_language check (language ~ '^[a-z]{2}(-[A-Z]{2})?$');
