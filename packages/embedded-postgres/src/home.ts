import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { sharedHome } from './binaries.ts'
import { canReach, type Operator } from './operator.ts'
import { isAlive, markOf } from './processes.ts'

const owner = z.object({ pid: z.number(), born: z.string() })
const credentials = z.object({ app: z.string(), admin: z.string() })
const server = owner.extend({ port: z.number() })

/** Passwords of the two database roles. */
export type Credentials = z.infer<typeof credentials>

/** The server that was started last. */
export type ServerRecord = z.infer<typeof server>

/** Paths of one embedded server. */
export interface Home {
  root: string
  cluster: string
  log: string
  pidFile: string
}

/**
 * Creates the folder of a server. If the operator cannot reach it, because a parent folder is closed, the data goes to
 * {@link sharedHome} and the folder becomes a symbolic link to it.
 */
export function openHome(dataDir: string, operator: Operator | undefined): Home {
  const wanted = path.resolve(dataDir)
  try {
    // A link whose target was deleted: the data is gone, so start with an empty folder.
    if (!existsSync(wanted)) rmSync(wanted, { force: true })
    mkdirSync(wanted, { recursive: true })
    const root = takeFolder(realpathSync(wanted), operator)
    return describeHome(canReach(operator, root) ? root : moveOut(wanted, operator))
  } catch (error) {
    if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM')) {
      throw new Error(
        `The database folder ${wanted} belongs to another account. Start as that account, or choose another folder.`,
      )
    }
    throw error
  }
}

/**
 * Claims the folder for this process. The claim of a process that has ended is ignored.
 *
 * @throws Error while another process holds the folder
 */
export function claim(home: Home): void {
  if (isOwned(home)) {
    throw new Error(`Another process already uses the database in ${home.root}. Stop it, or choose another folder.`)
  }
  rmSync(ownerFile(home), { force: true })
  // "wx": if two processes replace the same dead claim at once, one of them fails here.
  writeFileSync(ownerFile(home), JSON.stringify(markOf(process.pid)), { mode: 0o600, flag: 'wx' })
  share(ownerFile(home))
}

/** Returns whether a running process holds the folder. This process counts. */
export function isOwned(home: Home): boolean {
  const current = read(ownerFile(home), owner)
  return current !== undefined && isAlive(current)
}

/** Gives up the claim on the folder. */
export function release(home: Home): void {
  rmSync(ownerFile(home), { force: true })
}

/** Returns the passwords of the roles. They are created with the cluster, in a file that only its owner can read. */
export function readCredentials(home: Home): Credentials {
  const file = path.join(home.root, 'credentials.json')
  const kept = read(file, credentials)
  if (kept) return kept
  if (existsSync(home.cluster))
    throw new Error(`${file} is missing, and the database cluster beside it cannot be opened without it.`)
  const made = { app: randomBytes(24).toString('hex'), admin: randomBytes(24).toString('hex') }
  write(file, made)
  return made
}

/** Returns the server that ran here last. It may have ended. */
export function readServer(home: Home): ServerRecord | undefined {
  return read(path.join(home.root, 'server.json'), server)
}

/** Records a server, so that a later process finds it if this one is killed. */
export function rememberServer(home: Home, record: ServerRecord): void {
  write(path.join(home.root, 'server.json'), record)
}

/** Returns the paths of a server. A symbolic link is followed. */
export function describeHome(folder: string): Home {
  const root = existsSync(folder) ? realpathSync(folder) : folder
  const cluster = path.join(root, 'cluster')
  return { root, cluster, log: path.join(root, 'postgres.log'), pidFile: path.join(cluster, 'postmaster.pid') }
}

function ownerFile(home: Home): string {
  return path.join(home.root, 'owner.json')
}

function moveOut(wanted: string, operator: Operator | undefined): string {
  const name = `data-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`
  const root = path.join(sharedHome, name)
  mkdirSync(sharedHome, { recursive: true, mode: 0o755 })
  mkdirSync(root, { recursive: true })
  if (!lstatSync(wanted).isSymbolicLink()) {
    try {
      rmdirSync(wanted)
    } catch {
      throw new Error(`A parent folder of ${wanted} is closed to ${operator?.name}, the account that runs PostgreSQL.`)
    }
    symlinkSync(root, wanted)
  }
  return takeFolder(root, operator)
}

function takeFolder(root: string, operator: Operator | undefined): string {
  if (operator) chownSync(root, operator.uid, operator.gid)
  chmodSync(root, 0o700)
  return root
}

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // A file that was cut off by a power failure counts as missing. A file that we have no permission to read is an error.
    if (error instanceof z.ZodError || error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function write(file: string, value: unknown): void {
  const unfinished = `${file}.new`
  writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600, flush: true })
  share(unfinished)
  renameSync(unfinished, file)
}

/** Gives a file that root has written to the folder's owner, who may be the one to start the server next time. */
export function share(file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(path.dirname(file))
  chownSync(file, uid, gid)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
