-- The texts of forms in several languages. A version of a form carries its translations in its definition.
alter table form_sections add column translations translated not null default '{}';
alter table form_questions add column translations translated not null default '{}';
alter table question_options add column translations translated not null default '{}';
