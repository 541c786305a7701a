import { rmSync } from 'node:fs'
import pg from 'pg'
import { startEmbeddedPostgres } from './server.ts'
import { shareOptions } from './share.ts'

// Runs the server of sharePostgres() in a process of its own. Argument: the options as JSON.

const { idleMinutes, ...options } = shareOptions.parse(JSON.parse(process.argv[2] ?? '{}'))
/** Milliseconds between checks whether anybody is connected. */
const LOOK_EVERY_MS = Math.min(5_000, idleMinutes * 15_000)

const server = await startEmbeddedPostgres({ ...options, log: () => undefined }).catch((error: unknown) => {
  process.send?.(error instanceof Error ? error.message : String(error), () => process.exit(1))
})
if (server) {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.stop()
    rmSync(server.dataDir, { recursive: true, force: true })
    rmSync(options.dataDir, { recursive: true, force: true })
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  process.send?.('ready', () => process.disconnect?.())

  let lastUsed = Date.now()
  setInterval(async () => {
    // A server that does not respond is being restarted. A failed check counts as idle, so that this process ends in
    // any case.
    const used = await isUsed(server.adminUrl).catch(() => false)
    if (used) lastUsed = Date.now()
    else if (Date.now() - lastUsed > idleMinutes * 60_000) await stop()
  }, LOOK_EVERY_MS)
}

async function isUsed(adminUrl: string): Promise<boolean> {
  const client = new pg.Client(adminUrl)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    )
    return rowCount !== 0
  } finally {
    await client.end()
  }
}
