import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../test/database.ts'
import { migrate, namedTables } from './migrate.ts'

let folder: string
let database: TestDatabase

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shiloh-migrations-'))
  database = await createEmptyDatabase()
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql)
const run = () => migrate(database.url, folder)

describe('migrate', () => {
  it('applies each file once, in order', async () => {
    await write('0001_first.sql', 'create table a (n int);')
    expect(await run()).toEqual(['0001_first.sql'])
    await write('0002_second.sql', 'alter table a add m int; insert into a values (1, 2);')
    expect(await run()).toEqual(['0002_second.sql'])
    expect(await run()).toEqual([])
    expect((await database.pool.query('select * from a')).rows).toEqual([{ n: 1, m: 2 }])
  })

  it('has no file that only newer servers than PostgreSQL 15 understand', async () => {
    const folder = path.resolve(import.meta.dirname, '../../../migrations')
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))
    // A generated column's expression (17), virtual columns and keys without overlaps (18).
    const tooNew = /set expression as|\) virtual\b|without overlaps/i
    expect(files.filter((_, index) => tooNew.test(texts[index] ?? ''))).toEqual([])
  })

  it('makes the tables of the job queue', async () => {
    await run()
    const { rows } = await database.pool.query("select to_regclass('graphile_worker.migrations') as queue")
    expect(rows).toEqual([{ queue: 'graphile_worker.migrations' }])
  })

  it('lets one of several processes do the work', async () => {
    await write('0001_first.sql', 'create table a (n int); select pg_sleep(0.05);')
    const answers = await Promise.all([run(), run(), run()])
    expect(answers.flat()).toEqual(['0001_first.sql'])
  })

  it('says what an upgrade will do, and nothing of a new database or a second start', async () => {
    const said: string[] = []
    const runSaying = () => migrate(database.url, folder, (line) => said.push(line))
    await write('0001_first.sql', 'create table reservations (n int);')
    await runSaying()
    await runSaying()
    expect(said).toEqual([])
    await write('0002_second.sql', 'alter table reservations add m int;')
    await runSaying()
    expect(said[0]).toMatch(
      /^Upgrading the database \(\d+ MB, about 0 reservations\): 1 migration, 0002_second\.sql\. .* at most about 1 s, .*\.$/,
    )
    expect(said[1]).toMatch(/^0002_second\.sql: \d+\.\d s$/)
  })

  it('counts reservations that PostgreSQL has not counted yet', async () => {
    const said: string[] = []
    await write('0001_first.sql', 'create table reservations (n int); insert into reservations values (1), (2);')
    await run()
    await write('0002_second.sql', 'alter table reservations add m int;')
    await migrate(database.url, folder, (line) => said.push(line))
    expect(said[0]).toContain('about 2 reservations')
  })

  it('finds the tables that a file can work through, and not those in its functions', () => {
    const sql = `-- update nothing
      create table fresh (id int);
      alter table only users add column n int;
      update "reservations" r set n = 1 from events e where e.id = r.event_id;
      create index concurrently rooms_n on rooms (n);
      create function f() returns void language sql as $$ update payments set n = 1 $$;`
    expect([...namedTables(sql)].sort()).toEqual(['events', 'reservations', 'rooms', 'users'])
  })

  describe('while tables are in use', () => {
    const patience = { lock: 50, pause: 50, total: 60_000 }
    const using = async () => {
      const client = await database.pool.connect()
      await client.query('begin')
      await client.query('select * from a')
      return {
        end: async () => {
          await client.query('commit')
          client.release()
        },
      }
    }

    it('waits for a long export without stopping others, and says for whom', async () => {
      await write('0001_first.sql', 'create table a (n int);')
      await run()
      await write('0002_second.sql', 'alter table a add m int;')
      const said: string[] = []
      const { end } = await using()
      const done = migrate(database.url, folder, (line) => said.push(line), patience)
      await expect.poll(() => said.length).toBe(2)
      expect(said[1]).toMatch(/^0002_second\.sql waits for tables that are in use by the connection \d+ /)
      // Ten sales, each of which would wait for an attempt at most.
      for (let sale = 0; sale < 10; sale += 1) {
        const since = performance.now()
        await database.pool.query('insert into a values (1)')
        expect(performance.now() - since).toBeLessThan(5000)
      }
      await end()
      expect(await done).toEqual(['0002_second.sql'])
      expect((await database.pool.query('select count(m) as set, count(*) as all from a')).rows).toEqual([
        { set: '0', all: '10' },
      ])
    })

    it('gives up after a while, and has applied nothing', async () => {
      await write('0001_first.sql', 'create table a (n int);')
      await run()
      await write('0002_second.sql', 'create table b (n int); alter table a add m int;')
      const { end } = await using()
      await expect(migrate(database.url, folder, undefined, { ...patience, total: 0 })).rejects.toThrow(
        /0002_second\.sql gave up: .* in use .* by the connection \d+/,
      )
      await end()
      expect((await database.pool.query("select to_regclass('b') as b")).rows).toEqual([{ b: null }])
    })
  })

  describe('a file without a transaction', () => {
    const indexes = `-- no transaction: an index beside a sale
drop index concurrently if exists a_n;
create index concurrently a_n on a (n);
create unique index concurrently if not exists a_m on a (m);
`
    const named = async () =>
      (
        await database.pool.query<{ name: string }>(
          `select indexrelid::regclass::text as name from pg_index where indrelid = 'a'::regclass and indisvalid order by 1`,
        )
      ).rows.map(({ name }) => name)

    it('makes indexes beside others, also while other processes wait for it', async () => {
      await write('0001_first.sql', 'create table a (n int, m int);')
      await write('0002_indexes.sql', indexes)
      const answers = await Promise.all([run(), run(), run()])
      expect(answers.flat()).toEqual(['0001_first.sql', '0002_indexes.sql'])
      expect(await named()).toEqual(['a_m', 'a_n'])
    })

    it('is repeated from the start after a failure', async () => {
      await write('0001_first.sql', 'create table a (n int, m int); insert into a values (1, 1), (2, 1);')
      await write('0002_indexes.sql', indexes)
      await expect(run()).rejects.toThrow('0002_indexes.sql failed: could not create unique index')
      await database.pool.query('drop index a_m; delete from a where n = 2')
      expect(await run()).toEqual(['0002_indexes.sql'])
      expect(await named()).toEqual(['a_m', 'a_n'])
    })
  })

  it('refuses a file that was changed after it had been applied', async () => {
    await write('0001_first.sql', 'create table a (n int);')
    await run()
    await write('0001_first.sql', 'create table a (n bigint);')
    await expect(run()).rejects.toThrow('0001_first.sql was changed')
  })

  it('takes a file with another wording, if it names the hash of the one that was applied', async () => {
    const before = 'create table a (n int);'
    await write('0001_first.sql', before)
    await run()
    const sha256 = createHash('sha256').update(before).digest('hex')
    await write('0001_first.sql', `-- formerly ${sha256}\ncreate table a (n int4);`)
    expect(await run()).toEqual([])
    await write('0001_first.sql', `-- formerly ${sha256.replaceAll(/./g, '0')}\ncreate table a (n int4);`)
    await expect(run()).rejects.toThrow('0001_first.sql was changed')
  })

  it('refuses a database that is newer than the files', async () => {
    await write('0001_first.sql', 'create table a (n int);')
    await run()
    await rm(path.join(folder, '0001_first.sql'))
    await expect(run()).rejects.toThrow('newer than this program')
  })

  it('applies a lower number that comes later', async () => {
    await write('0001_first.sql', 'create table a (n int);')
    await write('0003_third.sql', 'create table c (n int);')
    expect(await run()).toEqual(['0001_first.sql', '0003_third.sql'])
    await write('0002_second.sql', 'create table b (n int);')
    expect(await run()).toEqual(['0002_second.sql'])
  })

  it.each([
    ['a doubled number', '0001_second.sql'],
    ['a strange name', '1-first.sql'],
  ])('refuses %s', async (_, name) => {
    await write('0001_first.sql', 'select 1;')
    await write(name, 'select 1;')
    await expect(run()).rejects.toThrow(name)
  })

  it('undoes a file that fails, and names the line', async () => {
    await write('0001_first.sql', 'create table a (n int);\n\ncreate table b (n nonsense);')
    await expect(run()).rejects.toThrow(/0001_first\.sql failed on line 3: type "nonsense" does not exist/)
    expect((await database.pool.query("select to_regclass('a') as a")).rows).toEqual([{ a: null }])
  })
})
