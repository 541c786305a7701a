import { reseal } from '#platform/audit/resealing.store'
import { openCrypto } from '#platform/auth/crypto'
import { ConfigError, readConfig } from '#platform/config'
import { onInstalledDatabase } from '#platform/db/installed'
import { systemRandom } from '#platform/random'
import { features } from './features.ts'

/** Reseals with ENCRYPTION_KEY what former keys have sealed. Fails when there is a text that no key opens. */
const run = async (): Promise<number> => {
  const config = readConfig(process.env)
  const crypto = openCrypto(config.masterKeys, systemRandom)
  return onInstalledDatabase(config, async (db) => {
    let lost = 0
    for (const place of features.flatMap((feature) => feature.sealed ?? [])) {
      const { place: name, resealed, unreadable } = await reseal(db, crypto, place)
      process.stdout.write(`${name}: ${resealed} resealed, ${unreadable} that no key opens\n`)
      lost += unreadable
    }
    return lost === 0 ? 0 : 1
  })
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
