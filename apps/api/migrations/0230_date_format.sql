-- How fields and tables write dates (docs/domain.md#dates-and-times).
alter table client_groups add column date_format text not null default 'dd-MM-yyyy'
  constraint client_groups_date_format
  check (date_format in ('dd-MM-yyyy', 'dd/MM/yyyy', 'dd.MM.yyyy', 'yyyy-MM-dd', 'language'));
