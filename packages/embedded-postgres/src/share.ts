import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { describeHome, isOwned } from './home.ts'
import { findEmbeddedPostgres, type RunningPostgres } from './server.ts'

export const shareOptions = z.object({
  /** Folder of the server. It is deleted when the server stops. */
  dataDir: z.string(),
  /** Name of the database that is created, and of the role that owns it. */
  database: z.string(),
  /** Server settings, as in `startEmbeddedPostgres`. */
  settings: z.record(z.string(), z.string()).default({}),
  /** The server stops when nobody has been connected for this many minutes. */
  idleMinutes: z.number(),
})

/** How long to wait for a server that another program is starting at this moment, in milliseconds. */
const PATIENCE_MS = 60_000

/**
 * Returns a temporary server that the programs of one folder share, and starts it if it is not running. It outlives this process, so that
 * the next program does not wait for a start; it stops by itself when it has been idle.
 *
 * @throws Error with the reason when the server cannot start
 */
export async function sharePostgres(options: z.input<typeof shareOptions>): Promise<RunningPostgres> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const running = findEmbeddedPostgres(options.dataDir, options.database)
    if (running && (await answers(running.url))) return running
    const failure = await startKeeper(options)
    if (failure === undefined) continue
    // If another program is starting the server at this moment, ours fails, and the other one answers soon.
    if (!isOwned(describeHome(options.dataDir)) || Date.now() > deadline) throw new Error(failure)
    await delay(200)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** Resolves when the keeper's server is ready, or to the reason why it is not. */
async function startKeeper(options: z.input<typeof shareOptions>): Promise<string | undefined> {
  const keeper = fork(path.join(import.meta.dirname, 'keeper.ts'), [JSON.stringify(options)], {
    // In a session of its own, so that Ctrl-C in the terminal of this program does not reach it.
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(keeper, 'exit').then(() => 'The shared PostgreSQL ended before it was ready.')
  const [message] = await Promise.race([once(keeper, 'message'), ended.then((reason) => [reason])])
  if (keeper.connected) keeper.disconnect()
  keeper.unref()
  return message === 'ready' ? undefined : String(message)
}
