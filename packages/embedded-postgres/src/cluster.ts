import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { PostgresFailure } from './failure.ts'
import type { Credentials, Home } from './home.ts'
import type { Operator } from './operator.ts'

export const adminRole = 'postgres'

// Collation and case mapping come from PostgreSQL's builtin locale, which is the same on every machine. The trigram search asks the
// system's locale which characters are letters: "C" knows only ASCII and would not find Ɛ or ɔ, so it is the last choice.
const letterLocales = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C']

/** Creates the cluster if it does not exist, and deletes an incomplete one that an interrupted start left. */
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
      if (!output.includes('invalid locale name'))
        throw new PostgresFailure('The database cluster could not be created.', output)
    }
    throw new Error('The database cluster could not be created: this machine has no locale, not even "C".')
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Spawn options that run a program as the operator, independent of the current directory and the environment. */
export function runAs(operator: Operator | undefined): {
  cwd: string
  env: NodeJS.ProcessEnv
  uid?: number
  gid?: number
} {
  const options = { cwd: '/', env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: '' } }
  return operator ? { ...options, uid: operator.uid, gid: operator.gid } : options
}
