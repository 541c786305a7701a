import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The system account that runs the database, where it differs from the account of this process. */
export interface Operator {
  uid: number
  gid: number
  name: string
}

/**
 * Chooses the account that runs PostgreSQL, which refuses to run as root: the owner of an existing cluster, else `postgres`, else
 * `nobody`, else any ordinary account. Returns undefined when this process is not root: the database then runs under its account.
 *
 * @throws Error when the machine has no account but root
 */
export function chooseOperator(existingCluster: string): Operator | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts()
  const owner = ownerOf(existingCluster)
  const chosen =
    accounts.find((account) => account.uid === owner && owner !== 0) ??
    accounts.find((account) => account.name === 'postgres') ??
    accounts.find((account) => account.name === 'nobody') ??
    accounts.find((account) => account.uid > 0)
  if (!chosen) {
    throw new Error(
      'PostgreSQL does not run as root, and this machine has no other account. Create one, or use a PostgreSQL server of your own.',
    )
  }
  return chosen
}

/** Returns whether the operator can read a path. The check runs as that account, so that ACLs count too. */
export function canReach(operator: Operator | undefined, target: string): boolean {
  if (!operator) return true
  const attempt = spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', target], {
    cwd: '/',
    uid: operator.uid,
    gid: operator.gid,
    stdio: 'ignore',
  })
  return attempt.status === 0
}

function readAccounts(): Operator[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

function ownerOf(target: string): number | undefined {
  return statSync(target, { throwIfNoEntry: false })?.uid
}
