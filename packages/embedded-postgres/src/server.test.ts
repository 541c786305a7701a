import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PostgresFailure } from './failure.ts'
import { markOf, type ProcessMark, waitForEnd } from './processes.ts'
import { type EmbeddedPostgres, endOrphan, startEmbeddedPostgres } from './server.ts'

const ownerProgram = path.resolve(import.meta.dirname, '../test/owner.ts')
const isRoot = process.getuid?.() === 0

let folder: string
let dataDir: string
let lines: string[]
let started: EmbeddedPostgres[]
let owners: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'embedded-postgres-'))
  chmodSync(folder, 0o755)
  dataDir = path.join(folder, 'database')
  lines = []
  started = []
  owners = []
})

afterEach(async () => {
  for (const server of started) await server.stop()
  for (const owner of owners) await kill(owner)
  if (existsSync(dataDir)) await endOrphan(dataDir)
  await rm(folder, { recursive: true, force: true })
})

async function start(options: { port?: number; settings?: Record<string, string> } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    database: 'app',
    ...options,
    settings: { fsync: 'off', ...options.settings },
    log: (line) => lines.push(line),
  })
  started.push(server)
  return server
}

async function startOwner(...args: string[]): Promise<{ owner: ChildProcess; url: string }> {
  const owner = spawn(process.execPath, [ownerProgram, dataDir, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  owners.push(owner)
  const [line] = await once(createInterface({ input: owner.stdout }), 'line')
  return { owner, url: z.object({ url: z.string() }).parse(JSON.parse(z.string().parse(line))).url }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The server's main process, as its own pid file names it. */
function postmaster(): ProcessMark {
  const pid = Number(readFileSync(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  return z.object({ pid: z.number(), born: z.string() }).parse(markOf(pid))
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('an embedded PostgreSQL', () => {
  it('keeps data and port from one start to the next, and leaves no process', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 7 as n')
    const mark = postmaster()
    await first.stop()
    expect(markOf(mark.pid)).toBeUndefined()
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('commits durably unless told otherwise, in UTF-8, for an ordinary role', async () => {
    const server = await startEmbeddedPostgres({ dataDir, database: 'app', log: (line) => lines.push(line) })
    started.push(server)
    expect(
      await query(
        server.url,
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
          current_setting('listen_addresses') as listen, current_setting('server_encoding') as encoding,
          (select rolsuper or rolcreatedb or rolcreaterole from pg_roles where rolname = current_user) as mighty`,
      ),
    ).toEqual([{ fsync: 'on', synchronous_commit: 'on', listen: '127.0.0.1', encoding: 'UTF8', mighty: false }])
  })

  it.runIf(process.platform !== 'win32')(
    'is reached over a socket in its folder, and over TCP where none can be',
    async () => {
      const server = await start()
      const reached = 'select inet_server_addr() as over'
      expect(await query(server.url, reached)).toEqual([{ over: null }])
      expect(await query(server.adminUrl, reached)).toEqual([{ over: null }])
      const beside = new URL(server.url)
      beside.hostname = '127.0.0.1'
      expect(await query(beside.href, reached)).toEqual([{ over: '127.0.0.1' }])
      const far = await startEmbeddedPostgres({
        dataDir: path.join(dataDir, 'far'.repeat(30)),
        database: 'app',
        settings: { fsync: 'off' },
        log: (line) => lines.push(line),
      })
      started.push(far)
      expect(await query(far.url, reached)).toEqual([{ over: '127.0.0.1' }])
      // As on a file system without sockets.
      const closed = path.join(folder, 'closed')
      mkdirSync(path.join(closed, '.socket-probe'), { recursive: true })
      const plain = await startEmbeddedPostgres({
        dataDir: closed,
        database: 'app',
        settings: { fsync: 'off' },
        log: (line) => lines.push(line),
      })
      started.push(plain)
      expect(await query(plain.url, reached)).toEqual([{ over: '127.0.0.1' }])
    },
  )

  it('writes nobody’s data into its own log', async () => {
    const server = await start()
    await query(server.url, 'create table people (email text constraint people_email primary key)')
    const twice = `insert into people values ('ama.mensah@church.test'), ('ama.mensah@church.test')`
    await expect(query(server.url, twice)).rejects.toThrow('people_email')
    const log = readFileSync(path.join(server.dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('people_email')
    expect(log).not.toContain('ama.mensah')
  })

  it('lets nobody in without the password, nor read it', async () => {
    const server = await start()
    const url = new URL(server.url)
    url.password = 'guess'
    await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect(statSync(path.join(server.dataDir, 'credentials.json')).mode & 0o777).toBe(0o600)
    expect(statSync(server.dataDir).mode & 0o777).toBe(0o700)
  })

  it('is replaced when its owner was killed', async () => {
    const { owner, url } = await startOwner()
    await query(url, 'create table kept as select 7 as n')
    const before = postmaster()
    await kill(owner)
    expect(markOf(before.pid)).toEqual(before)
    const server = await start()
    expect(markOf(before.pid)).toBeUndefined()
    expect(lines).toEqual(['Stopping a database that an interrupted run left behind.'])
    expect(server.url).toBe(url)
    expect(await query(server.url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('loses nothing committed when owner and server are killed', async () => {
    const { owner, url } = await startOwner()
    await query(url, 'create table kept as select 7 as n')
    const mark = postmaster()
    await kill(owner)
    process.kill(mark.pid, 'SIGKILL')
    expect(await waitForEnd(mark, 10_000)).toBe(true)
    const server = await start()
    expect(await query(server.url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('is started again on the same port when it dies in use', async () => {
    const server = await start()
    await query(server.url, 'create table kept as select 7 as n')
    const mark = postmaster()
    process.kill(mark.pid, 'SIGKILL')
    expect(await waitForEnd(mark, 10_000)).toBe(true)
    await expect
      .poll(() => query(server.url, 'select n from kept').catch(() => []), { timeout: 15_000 })
      .toEqual([{ n: 7 }])
    await server.stop()
    expect(await endOrphan(dataDir)).toBe(true)
  })

  it('ends with an owner that dies of an error', async () => {
    const { owner } = await startOwner('throw')
    const mark = postmaster()
    if (owner.exitCode === null) await once(owner, 'exit')
    expect(owner.exitCode).toBe(1)
    expect(await waitForEnd(mark, 10_000)).toBe(true)
  })

  it('ends with an owner that is ended by a signal it does not know', async () => {
    const { owner } = await startOwner()
    const mark = postmaster()
    owner.kill('SIGINT')
    await once(owner, 'exit')
    expect(owner.exitCode).toBe(130)
    expect(await waitForEnd(mark, 10_000)).toBe(true)
  })

  it('belongs to one process at a time', async () => {
    await startOwner()
    await expect(start()).rejects.toThrow('Another process already uses the database')
    expect(await endOrphan(dataDir)).toBe(false)
  })

  it('is not kept from starting by what an interrupted start left', async () => {
    mkdirSync(path.join(dataDir, 'cluster.new'), { recursive: true })
    writeFileSync(path.join(dataDir, 'cluster.new', 'PG_VERSION'), 'half')
    writeFileSync(path.join(dataDir, 'owner.json'), '{"pid":')
    const first = await start()
    await first.stop()
    // The number in a dead server's file may belong to any process by now.
    writeFileSync(path.join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n${dataDir}\n1\n1\n\n\n\nready\n`)
    expect(await query((await start()).url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('says so when the port is taken', async () => {
    const other = net.createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(start({ port })).rejects.toThrow(/Its port is used by another program\. PostgreSQL said:/)
    other.close()
  })

  it('moves to another free port when the kept one was taken meanwhile', async () => {
    const first = await start()
    await first.stop()
    const other = net.createServer().listen(first.port, '127.0.0.1')
    await once(other, 'listening')
    const second = await start()
    expect(second.port).not.toBe(first.port)
    other.close()
  })

  it.runIf(isRoot)('runs as an ordinary account, and goes where that account can follow', async () => {
    chmodSync(folder, 0o700)
    const server = await start()
    expect(realpathSync(dataDir)).toBe(server.dataDir)
    expect(server.dataDir.startsWith('/var/lib/embedded-postgres/data-')).toBe(true)
    expect(statSync(path.join(server.dataDir, 'cluster')).uid).not.toBe(0)
    const url = server.url
    await server.stop()
    const owners = ['.', ...readdirSync(server.dataDir)].map((name) => statSync(path.join(server.dataDir, name)).uid)
    expect(new Set(owners)).toEqual(new Set([statSync(server.dataDir).uid]))
    expect((await start()).url).toBe(url)
    await started[1]?.stop()
    rmSync(server.dataDir, { recursive: true })
    // Somebody deleted the data there: the next start begins again.
    const anew = await start()
    expect(anew.url).not.toBe(url)
    await anew.stop()
    rmSync(anew.dataDir, { recursive: true })
  })
})

describe('PostgresFailure', () => {
  it.each([
    ['FATAL:  could not write lock file: No space left on device', 'The disk is full.'],
    [
      'postgres: error while loading shared libraries: libz.so.1: cannot open shared object file',
      'lacks the library libz.so.1',
    ],
    [
      'The data directory was initialized by PostgreSQL version 17, which is not compatible',
      'created by PostgreSQL 17',
    ],
    ['initdb: error: could not look up effective user ID 12345: user does not exist', 'The user 12345'],
    ['spawn /x/postgres ENOENT', 'needs glibc'],
    ['initdb: error: could not access directory: Permission denied', 'no permission for the data folder'],
  ])('explains %s', (output, words) => {
    const failure = new PostgresFailure('The database could not be started.', output)
    expect(failure.message).toContain(words)
    expect(failure.message).toContain(output)
  })
})
