import { readFileSync } from 'node:fs'

const causes: [pattern: RegExp, words: (match: RegExpMatchArray) => string][] = [
  [/No space left on device/, () => 'The disk is full.'],
  [/Address already in use|could not bind/, () => 'Its port is taken by another program.'],
  [
    /error while loading shared libraries: ([^:]+)/,
    (match) =>
      `This machine lacks the library ${match[1]}. Install it, or set DATABASE_URL to use your own PostgreSQL.`,
  ],
  [
    /initialized by PostgreSQL version (\d+)/,
    (match) => `The data was made by PostgreSQL ${match[1]}: dump it with that version, or choose another DATA_DIR.`,
  ],
  [
    /could not look up effective user ID (\d+)/,
    (match) =>
      `The user ${match[1]} it would run as has no name on this system. Start as another user, or set DATABASE_URL.`,
  ],
  [/pre-existing shared memory block/, () => 'Processes of an earlier server still use this data.'],
  [/Permission denied/, () => 'The account it runs under may not use its data folder.'],
  [
    /spawn .* ENOENT/,
    () => 'Its program does not run on this system (it needs glibc). Set DATABASE_URL to use your own PostgreSQL.',
  ],
]

/** A failed start of PostgreSQL, in words for whoever runs the server: the cause when it is known, then the end of its own log. */
export class PostgresFailure extends Error {
  readonly portTaken: boolean
  readonly stillInUse: boolean

  constructor(what: string, output: string) {
    const tail = output.trim().split('\n').slice(-20).join('\n  ')
    super([what, explain(output), tail && `PostgreSQL said:\n  ${tail}`].filter(Boolean).join(' '))
    this.name = 'PostgresFailure'
    this.portTaken = /Address already in use|could not bind/.test(output)
    this.stillInUse = /pre-existing shared memory block/.test(output)
  }
}

/** What a log file has gained since a position. */
export function logSince(file: string, position: number): string {
  return readFileSync(file).subarray(position).toString('utf8')
}

function explain(output: string): string {
  for (const [pattern, words] of causes) {
    const match = output.match(pattern)
    if (match) return words(match)
  }
  return ''
}
