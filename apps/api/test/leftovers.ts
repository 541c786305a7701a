import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { endOrphan } from '@shiloh/embedded-postgres'

/**
 * A run that was killed could not clean up: the next one ends its database and removes its folders. They are told by their prefix;
 * the database lies in them, or in the folder within them that is named. A folder of a run that is still going on stays.
 */
export async function removeLeftovers(base: string, prefix: string, databaseFolder = '.'): Promise<void> {
  for (const name of readdirSync(base)) {
    if (!name.startsWith(prefix)) continue
    const folder = path.join(base, name)
    // A folder without a server yet may be one that is being made at this moment.
    if (!existsSync(path.join(folder, databaseFolder, 'server.json'))) continue
    if (await endOrphan(path.join(folder, databaseFolder))) rmSync(folder, { recursive: true, force: true })
  }
}
