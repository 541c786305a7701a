import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findOwnDatabase } from '../../apps/api/src/platform/db/own-database.ts'
import { removeLeftovers } from '../../apps/api/test/leftovers.ts'

/** A running product of its own, with the demo church in a fresh database. */
export interface Server {
  readonly address: string
  /** Its database: for what only time would do. */
  readonly databaseUrl: string
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')
const folderPrefix = 'shiloh-e2e-'
const patience = 120_000

/** The address of the server under test: chosen once, and the same for every process of the run. */
export async function chooseAddress(): Promise<string> {
  process.env.SHILOH_E2E_PORT ??= String(await freePort())
  return `http://127.0.0.1:${process.env.SHILOH_E2E_PORT}`
}

/** An address that nobody uses. */
export const freeAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`

/** Starts the product as `npm start` does, and waits until it answers. */
export async function startServer(address: string): Promise<Server> {
  await removeLeftovers(tmpdir(), folderPrefix, 'postgres')
  const dataDir = mkdtempSync(path.join(tmpdir(), folderPrefix))
  // The database may run as another account, which must get to its folder in there.
  chmodSync(dataDir, 0o711)
  const child = spawn(process.execPath, ['--import', './scripts/end-with-parent.mjs', 'apps/api/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: new URL(address).port,
      PUBLIC_URL: address,
      DATA_DIR: dataDir,
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
  if (await answers(child, `${address}/api/v1/health`)) {
    const databaseUrl = findOwnDatabase({ dataDir })?.url
    if (databaseUrl) return { address, databaseUrl, stop }
  }
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
