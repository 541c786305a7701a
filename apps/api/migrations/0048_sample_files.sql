-- The office's own import files: each belongs to the resource whose import it fills.
alter table sample_csv_files rename column name to title;
alter table sample_csv_files add resource text not null;
alter table sample_csv_files alter column file_id set not null;
create index sample_csv_files_resource on sample_csv_files (resource, title);
create index sample_csv_files_file on sample_csv_files (file_id);
