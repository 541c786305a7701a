import { type Config, ConfigError } from '../config.ts'
import { type Db, openDatabase } from './db.ts'
import { isInstalled } from './installed.store.ts'
import { findOwnDatabase, startOwnDatabase } from './own-database.ts'

/** Timeout for statements of a command, which can be long: nobody waits for an answer. */
const STATEMENT_TIMEOUT_MS = 120_000

/**
 * Runs a command on the database of this installation. Uses the product's own server while the product runs, or else
 * starts one for the duration.
 * @throws ConfigError when nothing is installed
 */
export const onInstalledDatabase = async <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> => {
  const running = config.databaseUrl ?? findOwnDatabase(config)?.url
  const embedded = running ? undefined : await startOwnDatabase(config, () => undefined)
  const { db, close } = openDatabase(running ?? embedded?.url ?? '', {
    max: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  try {
    if (!(await isInstalled(db)))
      throw new ConfigError('Nothing is installed in this database yet: start the product first.')
    return await work(db)
  } finally {
    await close()
    await embedded?.stop()
  }
}
