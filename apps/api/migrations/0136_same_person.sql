-- By what an import of people recognises somebody who has neither a staff number nor an e-mail address in the file.
alter table import_runs
  add same_person text not null default 'names'
    constraint import_runs_same_person check (same_person in ('names', 'birth_date'));
