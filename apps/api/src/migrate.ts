import { ConfigError, readConfig } from '#platform/config'
import { MigrationRefused, migrate } from '#platform/db/migrate'
import { isConnectionLoss } from '#platform/db/pool'

/**
 * Migrates the database of the configuration and ends: for a cluster whose upgrade has a step of its own before the first
 * new process. Every process migrates at its start too, under the same lock.
 */
const run = async (): Promise<void> => {
  const { databaseUrl } = readConfig(process.env)
  if (!databaseUrl) throw new ConfigError('DATABASE_URL: needed here. The embedded database is migrated at the start.')
  const applied = await migrate(databaseUrl, undefined, (line) => process.stdout.write(`${line}\n`))
  process.stdout.write(applied.length === 0 ? 'The database has every migration.\n' : `${applied.length} applied.\n`)
}

run().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof MigrationRefused || isConnectionLoss(error)
  const reason = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
  process.stderr.write(`${reason}\n`)
  process.exit(1)
})
