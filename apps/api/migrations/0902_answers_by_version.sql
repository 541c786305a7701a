-- no transaction
-- Before a form is deleted, the foreign key looks for answers to its versions. A new reservation writes no version, and no entry here.
drop index if exists reservation_answers_form_version;
create index concurrently reservation_answers_form_version on reservation_answers (form_version_id) where form_version_id is not null;
