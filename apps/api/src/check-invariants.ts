import { runInvariants } from '#features/reservations'
import { ConfigError, readConfig } from '#platform/config'
import { onInstalledDatabase } from '#platform/db/installed'
import { requireOwnKey } from '#platform/db/key-mark.store'

/** Checks the invariants of the database, prints a line for each, and fails when one is broken. */
const check = async (): Promise<number> => {
  const config = readConfig(process.env)
  return onInstalledDatabase(config, async (db) => {
    await requireOwnKey(db, config)
    const started = Date.now()
    const reports = await runInvariants(db)
    for (const { number, name, count, samples } of reports) {
      process.stdout.write(`${count === 0 ? 'ok    ' : 'BROKEN'} ${String(number).padStart(2)}  ${name}: ${count}\n`)
      for (const sample of samples) process.stdout.write(`             ${sample}\n`)
    }
    const broken = reports.filter(({ count }) => count > 0).length
    process.stdout.write(
      `${reports.length} checks, ${broken} broken, ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
    )
    return broken === 0 ? 0 : 1
  })
}

check().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
