import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { endOrphan } from '@shiloh/embedded-postgres'

/**
 * Removes the remains of killed runs: stops their databases and deletes their folders. They are recognised by their
 * prefix. The database is in the folder, or in the named folder within it. Folders of running processes stay.
 */
export async function removeLeftovers(base: string, prefix: string, databaseFolder = '.'): Promise<void> {
  for (const name of readdirSync(base)) {
    if (!name.startsWith(prefix)) continue
    const folder = path.join(base, name)
    // A folder without a server may be one that is being created.
    if (!existsSync(path.join(folder, databaseFolder, 'server.json'))) continue
    if (await endOrphan(path.join(folder, databaseFolder))) rmSync(folder, { recursive: true, force: true })
  }
}
