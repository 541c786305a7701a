import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { isAlive } from './processes.ts'
import { endOrphan } from './server.ts'
import { sharePostgres } from './share.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'shared-postgres-'))
const dataDir = path.join(folder, 'server')
const mark = z.object({ pid: z.number(), born: z.string() })

const keeper = () => mark.parse(JSON.parse(readFileSync(path.join(dataDir, 'owner.json'), 'utf8')))
const server = () => mark.parse(JSON.parse(readFileSync(path.join(dataDir, 'server.json'), 'utf8')))

afterEach(async () => {
  if (existsSync(dataDir)) await endOrphan(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

it('is one server for programs that ask at the same time, stays while it is used, and stops when it is idle', async () => {
  const options = { dataDir, database: 'app', settings: { fsync: 'off' }, idleMinutes: 0.02 }
  const [first, second] = await Promise.all([sharePostgres(options), sharePostgres(options)])
  const client = new pg.Client(first.url)
  await client.connect()
  expect(second).toEqual(first)
  expect(await sharePostgres(options)).toEqual(first)
  const [owner, postgres] = [keeper(), server()]
  // Longer than the idle time: several checks while somebody is connected.
  const { rows } = await client.query<{ n: number }>('select pg_sleep(2.5), 1 as n')
  expect(rows[0]?.n).toBe(1)
  expect(isAlive(owner)).toBe(true)
  await client.end()
  await vi.waitFor(() => expect(isAlive(owner) || isAlive(postgres)).toBe(false), { timeout: 15_000, interval: 50 })
  expect(existsSync(dataDir)).toBe(false)
})

it('says why the server cannot start', async () => {
  const settings = { fsync: 'off', shared_buffers: 'many' }
  await expect(sharePostgres({ dataDir, database: 'app', settings, idleMinutes: 0.02 })).rejects.toThrow(
    /shared_buffers/,
  )
})
