import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CARE_LISTS } from '@shiloh/contract/reservations/party'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { hashPassword } from '../src/features/identity/index.ts'
import { findOwnDatabase } from '../src/platform/db/own-database.ts'
import { KEY, type Product, startProduct } from './product.ts'

/** The demo church is backed up while it works, and restored into an empty place. */
const SOURCE = join(import.meta.dirname, '../src')
const EMAIL = 'ama@church.test'
const PASSWORD = 'Blue-Mango-42'
const SLOW = 240_000

let root: string
const at = (name: string) => join(root, name)
const children: ChildProcess[] = []

const command = async (
  program: string,
  dataDir: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) => {
  const child = spawn(process.execPath, [join(SOURCE, program), ...args], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, ENCRYPTION_KEY: KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8')
    })
  await once(child, 'close')
  return { code: child.exitCode, said }
}

const restore = (from: string, to: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  command('backup.ts', at(to), ['restore', at(from), ...args], env)

const stop = async (child: ChildProcess) => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const query = async (dataDir: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client(findOwnDatabase({ dataDir })?.url)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const countNotes = async (dataDir: string) =>
  Number((await query(dataDir, `select count(*) as notes from error_logs where path = 'backup test'`))[0]?.['notes'])

const note = (dataDir: string) =>
  query(
    dataDir,
    `insert into error_logs (at, request_id, method, path, message) values (now(), 'x', 'GET', 'backup test', 'x')`,
  )

/** Rows and money of the books, which nothing changes meanwhile. */
const books = async (dataDir: string) =>
  (
    await query(
      dataDir,
      `select (select count(*) from users where user_type <> 'service') as users, (select count(*) from reservations) as reservations,
         (select count(*) from reservation_participants where qr_id is not null) as tickets,
         (select count(*) from reservation_care) as care, (select count(*) from bed_assignments) as beds,
         (select count(*) from payments) as payments, (select sum(amount) from ledger_entries) as money, (select count(*) from files) as files`,
    )
  )[0]

/** What an administrator of the demo church sees: who needs what care, which is sealed, and a file. */
const seen = async (product: Product, dataDir: string) => {
  const login = await fetch(`${product.url}/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@shiloh.example', password: 'Shiloh#2026!' }),
  })
  const { access_token } = z.object({ data: z.object({ access_token: z.string() }) }).parse(await login.json()).data
  const get = (path: string) => fetch(`${product.url}${path}`, { headers: { authorization: `Bearer ${access_token}` } })
  const [{ reservation_id, sealed } = {}] = await query(
    dataDir,
    'select reservation_id, sealed from reservation_care join reservation_participants on id = participant_id order by 1, 2 limit 1',
  )
  const [{ id, sha256 } = {}] = await query(dataDir, 'select id, sha256 from files order by id limit 1')
  const care = await get(`/admin/reservations/${reservation_id}/care`)
  const file = await get(`/files/${id}`)
  const bytes = Buffer.from(await file.arrayBuffer())
  return {
    care: z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(await care.json()).data,
    sealed: String(sealed),
    isWhole: createHash('sha256').update(bytes).digest('hex') === sha256,
  }
}

/** Holds before and after the backup: taken while notes were written, and archived afterwards. */
let notesBefore = 0
let until = ''
let booksBefore: Awaited<ReturnType<typeof books>>
let seenBefore: Awaited<ReturnType<typeof seen>>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'shiloh-backup-'))
  await chmod(root, 0o755)
  await mkdir(at('archive'))
  await chmod(at('archive'), 0o777)
  const settings = { WAL_ARCHIVE: at('archive'), DEMO: '1' }
  const product = await startProduct(at('first'), settings, (child) => children.push(child))
  await query(
    at('first'),
    `insert into users (user_type, status, email, email_confirmed_at, first_name, last_name, password_hash,
       password_changed_at, country_code, has_completed_basic_requirement, has_completed_additional_requirement)
     values ('user', 'approved', $1, now(), 'Ama', 'Mensah', $2, now(), 'GH', true, true)`,
    [EMAIL, await hashPassword(PASSWORD)],
  )
  await mkdir(at('first/uploads/ab'), { recursive: true })
  await writeFile(at('first/uploads/ab/picture'), 'a picture')
  booksBefore = await books(at('first'))
  seenBefore = await seen(product, at('first'))
  // There is something to lose, it can be read, and it is not in the database as it is read.
  expect(Number(booksBefore?.['reservations'])).toBeGreaterThan(200)
  expect(Number(booksBefore?.['money'])).toBeGreaterThan(0)
  expect(Number(booksBefore?.['beds'])).toBeGreaterThan(0)
  expect(seenBefore.isWhole).toBe(true)
  const needs = seenBefore.care.flatMap((person) => CARE_LISTS.flatMap((list) => [person[list]].flat())).filter(Boolean)
  expect(needs.length).toBeGreaterThan(0)
  for (const need of needs) expect(seenBefore.sealed).not.toContain(String(need))
  let isWriting = true
  const writing = (async () => {
    while (isWriting) await note(at('first'))
  })()
  const made = await command('backup.ts', at('first'), ['backup', at('backup')])
  isWriting = false
  await writing
  expect(made).toMatchObject({ code: 0 })
  // What the archive has beside the backup: one note, a moment, and another note.
  notesBefore = await countNotes(at('first'))
  until = String(
    (
      await query(
        at('first'),
        `select to_char(date_trunc('milliseconds', clock_timestamp()) + interval '1 ms', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
      )
    )[0]?.['at'],
  )
  await note(at('first'))
  const admin = new pg.Client(findOwnDatabase({ dataDir: at('first') })?.adminUrl)
  await admin.connect()
  await admin.query('select pg_switch_wal()')
  await admin.end()
  // A server that stops archives what is left.
  await stop(product.process)
}, SLOW)
afterAll(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await stop(child)
  await rm(root, { recursive: true, force: true })
})

const signInAt = async (dataDir: string) => {
  const product = await startProduct(dataDir, {}, (child) => children.push(child))
  const answer = await fetch(`${product.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  return { product, status: answer.status }
}

test(
  'a backup of a working installation is restored, keeps the invariants, and lets people sign in',
  async () => {
    expect(await restore('backup', 'second')).toMatchObject({ code: 0 })
    const checked = await command('check-invariants.ts', at('second'))
    expect(checked.said).toContain(' 0 broken')
    expect(checked.code).toBe(0)
    expect(await readFile(at('second/uploads/ab/picture'), 'utf8')).toBe('a picture')
    const { product, status } = await signInAt(at('second'))
    expect(status).toBe(200)
    expect(await books(at('second'))).toEqual(booksBefore)
    expect(await seen(product, at('second'))).toEqual(seenBefore)
    const notes = await countNotes(at('second'))
    expect(notes).toBeGreaterThan(0)
    expect(notes).toBeLessThanOrEqual(notesBefore)
    await stop(product.process)
  },
  SLOW,
)

test(
  'with the archive, it is restored to a moment after the backup',
  async () => {
    expect(await restore('backup', 'third', ['--wal', at('archive'), '--until', until])).toMatchObject({ code: 0 })
    const { product, status } = await signInAt(at('third'))
    expect(status).toBe(200)
    expect(await books(at('third'))).toEqual(booksBefore)
    expect(await seen(product, at('third'))).toEqual(seenBefore)
    expect(await countNotes(at('third'))).toBe(notesBefore)
    await stop(product.process)
  },
  SLOW,
)

test(
  'what an interrupted restore left does not start, and is restored again',
  async () => {
    await cp(at('second'), at('fourth'), { recursive: true, verbatimSymlinks: true })
    await writeFile(at('fourth/restore.unfinished'), '')
    const checked = await command('check-invariants.ts', at('fourth'))
    expect(checked.said).toContain('was interrupted')
    expect(await restore('backup', 'fourth')).toMatchObject({ code: 0 })
    const again = await command('check-invariants.ts', at('fourth'))
    expect(again.said).toContain(' 0 broken')
    const other = await command('check-invariants.ts', at('fourth'), [], {
      ENCRYPTION_KEY: 'another key that nobody has used here before',
    })
    expect(other).toMatchObject({ code: 1, said: expect.stringContaining('made with another one') })
  },
  SLOW,
)

test(
  'nothing is restored over data',
  async () => {
    const there = await command('backup.ts', at('first'), ['backup', at('backup')])
    expect(there.said).toContain('exists already')
    const { code, said } = await restore('backup', 'first')
    expect(code).toBe(1)
    expect(said).toContain('There are data in')
  },
  SLOW,
)

test(
  'a damaged, unfinished, newer or foreign backup is refused, and leaves nothing behind',
  async () => {
    const here = (name: string) => join(at('copy'), name)
    const refused = async (env: Record<string, string> = {}) => {
      const { code, said } = await restore('copy', 'nowhere', [], env)
      expect(code).toBe(1)
      expect(findOwnDatabase({ dataDir: at('nowhere') })).toBeUndefined()
      return said
    }
    /** Changes a file of the backup, or removes it for null, and puts it back afterwards. */
    const refusedWith = async (name: string, change: (text: string) => string | null) => {
      const bytes = await readFile(here(name)).catch(() => undefined)
      const changed = change(bytes?.toString('latin1') ?? '')
      if (changed === null) await rm(here(name))
      else await writeFile(here(name), changed, 'latin1')
      const said = await refused()
      if (bytes) await writeFile(here(name), bytes)
      else await rm(here(name))
      return said
    }
    await cp(at('backup'), at('copy'), { recursive: true })
    expect(await refusedWith('database/cluster/PG_VERSION', (text) => `${text} `)).toContain('damaged: 1 of its files')
    // Its first byte can be any: it is part of a random number.
    const otherwise = (text: string) => `${text.startsWith('x') ? 'y' : 'x'}${text.slice(1)}`
    expect(await refusedWith('database/cluster/global/pg_control', otherwise)).toContain('pg_control')
    expect(await refusedWith('uploads/ab/picture', () => null)).toContain('uploads/ab/picture')
    expect(await refusedWith('database/cluster/recovery.signal', () => '')).toContain('damaged')
    const manifest = (change: (text: string) => string | null) => refusedWith('manifest.json', change)
    expect(await manifest(() => null)).toContain('no finished backup')
    expect(await manifest((text) => text.slice(0, 1000))).toContain('is damaged')
    expect(await manifest((text) => text.replace('"0001_identity.sql"', '"9999_later.sql"'))).toContain(
      'newer than this program',
    )
    expect(await manifest((text) => text.replace('"format": 1', '"format": 2'))).toContain(
      'newer version of this program',
    )
    expect(await manifest((text) => text.replace(/"postgres": "\d+"/, '"postgres": "14"'))).toContain('PostgreSQL 14')
    expect(await manifest((text) => text.replace('"uploads/ab/picture"', '"uploads/../../picture"'))).toContain(
      'is damaged',
    )
    expect(await manifest((text) => text.replace(/"made_at": "20/, '"made_at": "19'))).toContain('was changed after')
    expect(await refused({ ENCRYPTION_KEY: '' })).toContain('Set ENCRYPTION_KEY')
    expect(await refused({ ENCRYPTION_KEY: 'another key that nobody has used here before' })).toContain(
      'another ENCRYPTION_KEY',
    )
  },
  SLOW,
)

test(
  'a database with a server of its own is left to its tools',
  async () => {
    const { code, said } = await command('backup.ts', at('first'), ['backup', at('other')], {
      DATABASE_URL: 'postgres://nobody@localhost/nothing',
    })
    expect(code).toBe(1)
    expect(said).toContain('back-up-and-restore.md')
  },
  SLOW,
)
