-- When the file of an import was deleted because somebody who may be in it was erased or deleted (docs/adr/0117-what-an-erasure-takes.md).
alter table import_runs add column file_erased_at timestamptz;
