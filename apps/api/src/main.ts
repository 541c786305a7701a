import { setTimeout as delay } from 'node:timers/promises'
import { ensureOwner } from '#features/authorization'
import { openMetricsListener } from '#features/system'
import { ConfigError, readConfig } from '#platform/config'
import { requireOwnKey } from '#platform/db/key-mark.store'
import { MigrationRefused, migrate } from '#platform/db/migrate'
import { startOwnDatabase } from '#platform/db/own-database'
import { isConnectionLoss } from '#platform/db/pool'
import { openLog } from '#platform/log/log'
import { loadTexts } from '#platform/text/texts'
import { openApp } from './app.ts'
import { ensureBaseline } from './seed/baseline.ts'
import { seedDemo } from './seed/index.ts'

/**
 * Maximum duration of a stop in milliseconds, shorter than the patience of process managers. Unfinished work is cut
 * off.
 */
const STOP_MS = 3500

/** env → config → database → app → listen. SIGINT and SIGTERM run the reverse. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  // In production, an unreadable catalogue prevents the start. Elsewhere each language is read at first use, because
  // reading all takes a third of the startup time.
  if (config.production) loadTexts()
  const embedded = config.databaseUrl ? undefined : await startOwnDatabase(config, (line) => log.info(line))
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  let stopping = false
  const app = await (async () => {
    try {
      await migrate(databaseUrl, undefined, (line) => process.stdout.write(`${line}\n`))
      return await openApp({ config, databaseUrl })
    } catch (error) {
      await embedded?.stop()
      if (config.databaseUrl && isConnectionLoss(error))
        throw new ConfigError(
          `DATABASE_URL: no database answers there (${error instanceof Error ? error.message || error.name : String(error)})`,
        )
      throw error
    }
  })()

  const close = async () => {
    await Promise.race([app.close(), delay(STOP_MS)]).catch((error: unknown) =>
      log.error({ err: error }, 'while stopping'),
    )
    await embedded?.stop()
  }
  const stop = async () => {
    if (stopping) return
    stopping = true
    await close()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())

  await requireOwnKey(app.deps.db, config).catch(async (error: unknown) => {
    await close()
    throw error
  })
  await ensureBaseline(app.deps)
  const invitation = await ensureOwner(app.deps)
  const demo = config.demo ? await seedDemo(app.deps) : undefined
  await app.server.ready()
  await app.deps.realtime.attach(app.server.server)
  await app.deps.presence.start()
  await app.deps.jobs.start()
  app.deps.replica.start()
  await app.server.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
    await close()
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new ConfigError(`PORT: another program listens at ${config.host}, port ${config.port}`)
    throw error
  })
  const watched = await openMetricsListener(app.deps).catch(async (error: unknown) => {
    await close()
    throw new ConfigError(`METRICS_PORT: ${error instanceof Error ? error.message : String(error)}`)
  })
  // Monitoring does not keep a process that ends.
  watched?.unref()
  app.deps.signedIds.start()
  // Tells the supervisor that the configuration is valid.
  process.send?.('ready')

  const address = app.server.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  process.stdout.write(
    [
      '',
      `  Shiloh is ready:  ${config.publicUrl.replace(/:0$/, `:${port}`)}`,
      ...(demo
        ? ['', `  Demo accounts, password ${demo.password}:`, ...demo.accounts.map((email) => `    ${email}`)]
        : []),
      ...(invitation ? ['', `  Choose the owner’s password (seven days):  ${invitation}`] : []),
      ...(app.deps.messenger.keepsOutbox
        ? ['', `  Mails and SMS:  ${config.publicUrl.replace(/:0$/, `:${port}`)}/dev/outbox`]
        : []),
      '',
      `  Data:  ${embedded ? embedded.dataDir : `the database at ${new URL(databaseUrl).host}`}, files in ${config.dataDir}`,
      '',
      '',
    ].join('\n'),
  )
}

start().catch((error: unknown) => {
  const reason =
    error instanceof ConfigError
      ? `The configuration cannot be used:\n${error.message}`
      : error instanceof MigrationRefused
        ? error.message
        : error
  process.stderr.write(`${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}\n`)
  process.exit(1)
})
