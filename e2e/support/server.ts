import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createDatabase, dropDatabase, openTestServer, type TestServer } from '../../apps/api/test/test-server.ts'

/** A running product with the demo church in its own database. */
export interface Server {
  readonly address: string
  /** Its database, for changes that otherwise only time would make. */
  readonly databaseUrl: string
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')
const folderPrefix = 'shiloh-e2e-'
const patience = 120_000
/** The variable that passes the run's PostgreSQL and its demo database to Playwright's workers. */
const VARIABLE = 'SHILOH_E2E_POSTGRES'
const databases = z.object({ url: z.string(), adminUrl: z.string(), template: z.string(), run: z.string() })

/** Returns the address of the server under test: chosen once, and the same for every process of the run. */
export async function chooseAddress(): Promise<string> {
  process.env.SHILOH_E2E_PORT ??= String(await freePort())
  return `http://127.0.0.1:${process.env.SHILOH_E2E_PORT}`
}

/** Returns an address with a free port. */
export const freeAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`

/**
 * Prepares the run's PostgreSQL and one database with the demo church. Every server of the run gets a copy. Returns a
 * function that stops it.
 */
export async function prepareDatabases(): Promise<() => Promise<void>> {
  const { server, close } = await openTestServer()
  const url = await createDatabase(server, server.template)
  const product = await startProduct(await freeAddress(), url)
  await product.stop()
  process.env[VARIABLE] = JSON.stringify({ ...server, template: new URL(url).pathname.slice(1) })
  return close
}

/** Starts the product as `npm start` does, on a copy of the demo church, and waits until it responds. */
export async function startServer(address: string): Promise<Server> {
  const server: TestServer = databases.parse(JSON.parse(process.env[VARIABLE] ?? '{}'))
  const databaseUrl = await createDatabase(server, server.template)
  const product = await startProduct(address, databaseUrl)
  return {
    address,
    databaseUrl,
    stop: async () => {
      await product.stop()
      await dropDatabase(server, databaseUrl)
    },
  }
}

async function startProduct(address: string, databaseUrl: string): Promise<{ stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), folderPrefix))
  const child = spawn(process.execPath, ['--import', './scripts/end-with-parent.mjs', 'apps/api/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: new URL(address).port,
      PUBLIC_URL: address,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      // The data of the demo church are encrypted with it.
      ENCRYPTION_KEY: 'a key that only the browser tests of this product use',
      DEMO: '1',
      LOG_LEVEL: 'warn',
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-20_000)
    })
  }
  const stop = async () => {
    await end(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (await answers(child, `${address}/api/v1/health`)) return { stop }
  await stop()
  throw new Error(`The product did not start. It said:\n${output}`)
}

async function answers(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + patience
  while (isRunning(child) && Date.now() < deadline) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return true
    await delay(100)
  }
  return false
}

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  child.kill('SIGTERM')
  const ended = once(child, 'exit')
  const late = delay(60_000, 'late', { ref: false })
  if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL')
  await ended
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || !address) throw new Error('This machine has no free port on 127.0.0.1.')
  return address.port
}
