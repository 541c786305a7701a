import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findProblems, problemsOf } from './check-migrations.ts'

test.each([
  ['a new column', 'alter table users add column nickname text;'],
  ['a new column with a default', "alter table users add column kind text not null default 'x';"],
  ['several', 'alter table users add column a text, add column b int not null default 0;'],
  [
    'a new table with all it needs',
    'create table a (n int not null); create index a_n on a (n); alter table a add check (n > 0);',
  ],
  ['a constraint for later rows', 'alter table users add constraint u check (n > 0) not valid;'],
  ['its validation', 'alter table users validate constraint u;'],
  ['an index beside others', 'create index concurrently users_n on users (n);'],
  ['a constraint of an index', 'alter table users add constraint u unique using index users_n;'],
  ['a dropped constraint', 'alter table users drop constraint u;'],
  ['a dropped index', 'drop index users_n;'],
  ['a comment', '-- drop table users\nselect 1;'],
  ['a text', "insert into texts values ('rename; drop table users');"],
  ['a function', 'create function f() returns void language plpgsql as $$ begin alter table x rename to y; end $$;'],
  [
    'a reason',
    '-- Nobody reads it.\n-- safe: since 0.4.0 no version reads it\nalter table users drop column nickname;',
  ],
])('%s is fine', (_, sql) => {
  expect(problemsOf(sql)).toEqual([])
})

test.each([
  ['a dropped table', 'drop table users;', 'drops'],
  ['a dropped column', 'alter table users\n  drop column nickname;', 'drops'],
  ['a dropped function', 'drop function f();', 'drops'],
  ['a renamed column', 'alter table users rename column a to b;', 'renames'],
  ['a renamed table', 'ALTER TABLE users RENAME TO people;', 'renames'],
  ['another type', 'alter table users alter column n type bigint;', 'rewrites'],
  ['a column that nobody fills', 'alter table users add column n int not null;', 'does not fill'],
  [
    'one of several',
    'alter table users add column a int not null, add column b int not null default 0;',
    'does not fill',
  ],
  ['a column that becomes required', 'alter table users alter column n set not null;', 'reads the whole table'],
  ['a checked constraint', 'alter table users add constraint u check (n > 0);', 'reads the whole table'],
  ['a foreign key', 'alter table users add constraint u foreign key (n) references a;', 'reads the whole table'],
  ['a unique constraint', 'alter table users add constraint u unique (n);', 'makes an index'],
  ['an index', 'create unique index users_n on users (n);', 'makes an index'],
  ['a reason for another statement', '-- safe: it is empty\ndrop table a;\ndrop table b;', 'drops'],
])('%s is refused', (_, sql, why) => {
  const problems = problemsOf(sql)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(why)
})

test('names the file and the line, and leaves files alone that ran before the rules', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shiloh-migrations-'))
  try {
    writeFileSync(path.join(folder, '0239_former.sql'), 'drop table a;')
    writeFileSync(path.join(folder, '0240_new.sql'), '-- Why.\n\nselect 1;\n\ndrop table a;')
    expect(findProblems(folder)).toEqual([expect.stringMatching(/^0240_new\.sql:5: drops/)])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
