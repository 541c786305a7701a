import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@shiloh/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/db/migrate.ts'
import { removeLeftovers } from './leftovers.ts'

/** How a test worker reaches the server of this run. */
export interface TestServer {
  url: string
  adminUrl: string
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

const folderPrefix = 'shiloh-test-'
const template = 'shiloh'

// Nothing here must survive a crash, so nothing waits for a disk.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  autovacuum: 'off',
}

/** Starts one PostgreSQL for all test workers, in memory where there is a memory file system, and migrates the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const base = memoryFolder()
  await removeLeftovers(base, folderPrefix)
  const dataDir = mkdtempSync(path.join(base, folderPrefix))
  const server = await startEmbeddedPostgres({
    dataDir,
    database: template,
    settings,
    log: (line) => process.stderr.write(`${line}\n`),
  })
  const removeOnExit = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', removeOnExit)
  await prepareTemplate(server)
  project.provide('testServer', { url: server.url, adminUrl: server.adminUrl, template })
  return async () => {
    await server.stop()
    process.removeListener('exit', removeOnExit)
    removeOnExit()
  }
}

async function prepareTemplate(server: EmbeddedPostgres): Promise<void> {
  await migrate(server.url)
  const admin = new pg.Client(server.adminUrl)
  await admin.connect()
  // A database somebody is connected to cannot be copied.
  await admin.query(`alter database ${template} with is_template true allow_connections false`)
  await admin.end()
}

function memoryFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}
