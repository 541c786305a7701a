import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { PostgresFailure } from './failure.ts'
import type { Credentials, Home } from './home.ts'
import type { Operator } from './operator.ts'

export const adminRole = 'postgres'

// Comparison and case come from PostgreSQL's own locale, equal on every machine. What is a letter, for the trigram search, comes
// from the system's: plain "C" knows only ASCII and would not find Ɛ or ɔ, so it is the last choice.
const letterLocales = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C']

/** Makes the cluster when there is none; half of one, left by an interrupted start, is thrown away. */
export function ensureCluster(
  home: Home,
  binaries: Binaries,
  operator: Operator | undefined,
  secrets: Credentials,
  durable: boolean,
): void {
  if (existsSync(home.cluster)) return
  const unfinished = `${home.cluster}.new`
  const passwordFile = path.join(home.root, 'password.new')
  writeFileSync(passwordFile, secrets.admin, { mode: 0o600 })
  if (operator) chownSync(passwordFile, operator.uid, operator.gid)
  try {
    for (const locale of letterLocales) {
      rmSync(unfinished, { recursive: true, force: true })
      const result = spawnSync(
        binaries.initdb,
        [
          `--pgdata=${unfinished}`,
          `--username=${adminRole}`,
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          '--locale=C',
          `--lc-ctype=${locale}`,
          ...(durable ? [] : ['--no-sync']),
        ],
        { ...runAs(operator), encoding: 'utf8' },
      )
      if (result.status === 0) {
        renameSync(unfinished, home.cluster)
        return
      }
      const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`
      if (!output.includes('invalid locale name')) throw new PostgresFailure('The database could not be made.', output)
    }
    throw new Error('The database could not be made: this machine knows no locale, not even "C".')
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Options that let a program run as the operator, wherever we stand and whatever our environment holds. */
export function runAs(operator: Operator | undefined): {
  cwd: string
  env: NodeJS.ProcessEnv
  uid?: number
  gid?: number
} {
  const options = { cwd: '/', env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: '' } }
  return operator ? { ...options, uid: operator.uid, gid: operator.gid } : options
}
