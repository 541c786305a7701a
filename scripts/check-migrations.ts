import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-program.ts'

// Checks that new migrations can run beside a sale and beside the former version: expand first, contract later
// (docs/how-to/upgrade.md). A statement that has to break a rule says in a comment before it why it may:
//
//     -- safe: no former version reads it since 0.4.0
//     alter table rooms drop column old_name;

/** The rules hold from this number on. Earlier files had run everywhere before there were rules. */
const FIRST = 240
/** Written at the same time as the rules, and not to be changed any more. Their tables have hundreds of rows at most. */
const BEFORE = ['0250_write_again.sql']
const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/
const REASON = /^\s*-- safe: \S.*$/m

interface Rule {
  readonly breaks: RegExp
  readonly why: string
}

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?"?([a-z_][\w.]*)"?`

/** What the former version, which runs meanwhile, would fail on. */
const FORMER: readonly Rule[] = [
  {
    breaks: /\bdrop (table|view|materialized view|function|type|column)\b/,
    why: 'drops what the former version can use',
  },
  { breaks: /\brename\b/, why: 'renames what the former version can use' },
  {
    breaks: /\balter (column )?\w+ (set data )?type\b/,
    why: 'rewrites a table, and the former version expects the former type',
  },
  {
    breaks:
      /\badd (column )?(if not exists )?\w+ [^,]*\bnot null\b(?![^,]*\b(default|generated)\b)(?<!\bdefault\b[^,]*)/,
    why: 'adds a column that the former version does not fill',
  },
]

/** What makes others wait as long as a whole table is read. New tables are empty. */
const LONG: readonly Rule[] = [
  {
    breaks: /\bset not null\b/,
    why: 'reads the whole table under a lock: add a check "not valid", and validate it in a later file',
  },
  {
    breaks: /\badd (constraint \w+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
    why: 'reads the whole table under a lock: add it "not valid", and validate it in a later file',
  },
  {
    breaks: /\badd (constraint \w+ )?(unique|primary key|exclude)\b(?! using index)/,
    why: 'makes an index under a lock: make it concurrently, then "using index"',
  },
]

/** A statement with the comments before it, and its text in lower case without comments, strings and bodies of functions. */
interface Statement {
  readonly line: number
  readonly comments: string
  readonly text: string
}

/** Blanks what is not SQL of the file itself. Lines and lengths stay the same. */
function blanked(sql: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/g, blank).toLowerCase()
}

function statementsOf(sql: string): Statement[] {
  const bare = blanked(sql)
  const statements: Statement[] = []
  let from = 0
  for (const part of bare.split(';')) {
    const source = sql.slice(from, from + part.length)
    const start = part.search(/\S/)
    if (start >= 0)
      statements.push({
        line: sql.slice(0, from + start).split('\n').length,
        comments: source.slice(0, start),
        text: part.replace(/\s+/g, ' ').trim(),
      })
    from += part.length + 1
  }
  return statements
}

/** Returns what is wrong with a migration, one line each. */
export function problemsOf(sql: string): string[] {
  const statements = statementsOf(sql)
  const made = new Set(
    statements.flatMap(({ text }) => new RegExp(`^create (?:unlogged )?table ${NAME}`).exec(text)?.[1] ?? []),
  )
  return statements.flatMap(({ line, comments, text }) => {
    if (REASON.test(comments)) return []
    const table = new RegExp(`^alter table ${NAME}`).exec(text)?.[1]
    const index = new RegExp(String.raw`^create (?:unique )?index (concurrently )?.*?\bon ${NAME}`).exec(text)
    const isNew = table !== undefined && made.has(table)
    const broken = [...(isNew ? [] : FORMER), ...(table !== undefined && !isNew ? LONG : [])].filter(({ breaks }) =>
      breaks.test(text),
    )
    const blocking =
      index && index[1] === undefined && !made.has(index[2] ?? '')
        ? ['makes an index under a lock: use "concurrently" in a file that begins with "-- no transaction"']
        : []
    return [...broken.map(({ why }) => why), ...blocking].map(
      (why) => `${line}: ${why}. If it may, say why in a line before it: -- safe: …`,
    )
  })
}

/** Returns the problems of the new migrations in a folder, one line each. */
export function findProblems(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => Number(FILE.exec(name)?.[1] ?? 0) >= FIRST && !BEFORE.includes(name))
    .sort()
    .flatMap((name) => problemsOf(readFileSync(path.join(folder, name), 'utf8')).map((problem) => `${name}:${problem}`))
}

if (import.meta.main) {
  const problems = findProblems(path.join(root, 'apps/api/migrations'))
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
