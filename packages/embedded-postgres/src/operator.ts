import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The system account a database process runs under, when that is not the account of this process. */
export interface Operator {
  uid: number
  gid: number
  name: string
}

/**
 * PostgreSQL refuses to run as root. As root, this picks who runs it: the owner of an existing cluster, else `postgres`, else
 * `nobody`, else any ordinary account. Not as root, the answer is undefined: the database runs as we do.
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
      'PostgreSQL does not run as root, and this machine has no other account. Create one, or set DATABASE_URL.',
    )
  }
  return chosen
}

/** Whether the operator gets at a path through all of its parents. It is tried as that account, so that ACLs count too. */
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
