import { readFileSync } from 'node:fs'

const causes: [pattern: RegExp, words: (match: RegExpMatchArray) => string][] = [
  [/No space left on device/, () => 'The disk is full.'],
  [/Address already in use|could not bind/, () => 'Its port is used by another program.'],
  [
    /error while loading shared libraries: ([^:]+)/,
    (match) => `This machine lacks the library ${match[1]}. Install it, or use a PostgreSQL server of your own.`,
  ],
  [
    /initialized by PostgreSQL version (\d+)/,
    (match) => `The data was created by PostgreSQL ${match[1]}: dump it with that version, or choose another folder.`,
  ],
  [
    /could not look up effective user ID (\d+)/,
    (match) =>
      `The user ${match[1]} has no name on this system. Start as another user, or use a PostgreSQL server of your own.`,
  ],
  [/pre-existing shared memory block/, () => 'Processes of an earlier server still use the data folder.'],
  [/Permission denied/, () => 'The account that runs it has no permission for the data folder.'],
  [
    /spawn .* ENOENT/,
    () => 'Its program does not run on this system: it needs glibc. Use a PostgreSQL server of your own.',
  ],
]

/** A failed start of PostgreSQL. The message names the cause when it is known, and ends with the last lines of the server's log. */
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

/** Returns the part of a log file that was written after a position in bytes. */
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
