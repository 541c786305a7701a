import type { Deps } from '#platform/deps'
import { ensureOrganisation } from './organisation.store.ts'
import { syncPermissions } from './permissions.store.ts'

/**
 * Creates what every installation needs, demo or not: permissions, seeded roles, settings, countries. Runs at every
 * start.
 */
export const ensureBaseline = async (deps: Deps): Promise<void> => {
  await deps.db.transaction().execute(async (tx) => {
    await syncPermissions(tx, deps.clock())
    await ensureOrganisation(tx)
  })
}
