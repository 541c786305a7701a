import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { readConfig } from '../apps/api/src/platform/config.ts'
import { findOwnDatabase } from '../apps/api/src/platform/db/own-database.ts'
import { root } from './run-program.ts'

// npm run reset: deletes the development data (database, files, keys in DATA_DIR) after asking, and fills a new database with the demo
// church. --yes does not ask.

process.exitCode = await reset()

async function reset(): Promise<number> {
  // Before the configuration is read: in production it would ask for settings, as if to go on.
  if (process.env['NODE_ENV'] === 'production' || process.env['DATABASE_URL']) {
    console.error('npm run reset deletes development data only: unset NODE_ENV=production and DATABASE_URL.')
    return 1
  }
  const config = readConfig(process.env)
  if (findOwnDatabase(config) !== undefined) {
    console.error(`A running server uses ${config.dataDir}. Stop it first (Ctrl-C in its terminal).`)
    return 1
  }
  if (!process.argv.includes('--yes') && !(await isConfirmed(config.dataDir))) {
    console.log('Nothing was deleted.')
    return 1
  }
  const database = path.join(config.dataDir, 'postgres')
  // If run as root, the data can be elsewhere, and the folder a link.
  if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true })
  if (existsSync(config.dataDir))
    for (const name of readdirSync(config.dataDir))
      rmSync(path.join(config.dataDir, name), { recursive: true, force: true })
  console.log(`Deleted the data in ${config.dataDir}. Filling a new database with the demo church …`)
  return seed()
}

async function isConfirmed(dataDir: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error('There is no terminal to ask in: add --yes (npm run reset -- --yes).')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Delete all data in ${dataDir}? Type "yes": `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** Starts the product once: it migrates, and fills an empty database before it reports that it is ready. */
async function seed(): Promise<number> {
  const child = spawn(process.execPath, ['--import', './scripts/end-with-parent.mjs', 'apps/api/src/main.ts'], {
    cwd: root,
    env: { ...process.env, DEMO: '1', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const isReady = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)])
  if (!isReady) return 1
  child.kill('SIGTERM')
  await ended
  console.log('Ready. Start it with: npm run dev')
  return 0
}
