-- Files of internal notes. A table of their own, like the notes: no query of a member's conversation selects from it.

create table support_note_files (
  note_id oid24 not null constraint support_note_files_note references support_notes on delete cascade,
  file_id oid24 not null constraint support_note_files_file references files on delete cascade,
  constraint support_note_files_pkey primary key (note_id, file_id)
);
create index support_note_files_file on support_note_files (file_id);
