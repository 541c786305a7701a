import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '../apps/api/src/platform/config.ts'
import { findOwnDatabase, startOwnDatabase } from '../apps/api/src/platform/db/own-database.ts'

// npm run db                     opens psql on the development database
// npm run db -- 'select …'       runs statements and prints the rows; needs no psql
// Uses the running server (npm run dev, npm start), else starts one for the time of the session. DATABASE_URL decides, if it is set.

const config = readConfig(process.env)
const running = config.databaseUrl ?? findOwnDatabase(config)?.url
const own = running === undefined ? await startOwnDatabase(config, console.error) : undefined
const url = running ?? own?.url ?? ''
const statements = process.argv.slice(2).join(' ')
process.exitCode = statements === '' ? await openPsql() : await run()
await own?.stop()

async function openPsql(): Promise<number> {
  const psql = findPsql()
  if (psql === undefined) {
    console.error(
      [
        'There is no psql on this machine: the embedded PostgreSQL comes without it.',
        'Install the client (Debian: postgresql-client, macOS: libpq), or run a statement: npm run db -- "select 1"',
        `Any other client can use this address while the server is running: ${url}`,
      ].join('\n'),
    )
    return 1
  }
  const child = spawn(psql, [url], { stdio: 'inherit' })
  // Ctrl-C cancels a statement in psql and must not end this program.
  process.on('SIGINT', () => undefined)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

function findPsql(): string | undefined {
  const name = process.platform === 'win32' ? 'psql.exe' : 'psql'
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
}

async function run(): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const result = await client.query(statements)
    for (const { command, rowCount, rows } of [result].flat())
      if (rows.length > 0) console.table(rows)
      else console.log(`${command} ${rowCount ?? ''}`.trim())
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    await client.end()
  }
}
