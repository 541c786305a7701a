import { copyFileSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { createServer as createVite } from 'vite'
import { ConfigError, readConfig } from '../../apps/api/src/platform/config.ts'
import { startOwnDatabase } from '../../apps/api/src/platform/db/own-database.ts'
import { root } from '../run-program.ts'
import { startApi } from './api.ts'
import { NONCE, openFront } from './front.ts'
import { watchPublicPages } from './public-pages.ts'

// npm run dev: one address for everything. This process keeps the database and Vite running. The API is a separate
// process that restarts whenever one of its files changes. Options: --inspect (a debugger for the API), --sql
// (PostgreSQL logs every statement).

const web = path.join(root, 'apps/web')
/** The folder that the API serves in place of the built app. */
const webDir = path.join(web, 'dist/dev')
const page = path.join(web, 'index.html')
const publicPages = path.join(webDir, 'server/public.js')
const watched = [
  'apps/api/src',
  'apps/api/migrations',
  'packages/contract/src',
  'packages/catalogues/src',
  'locales',
].map((folder) => path.join(root, folder))

const say = (line: string): void => console.log(`  ${line}`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logsSql = process.argv.includes('--sql')
  const database = config.databaseUrl
    ? undefined
    : await startOwnDatabase(config, say, logsSql ? { log_statement: 'all' } : {})
  await watchPublicPages(webDir)
  copyPage()

  const server = createServer()
  const vite = await createVite({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    html: { cspNonce: NONCE },
    server: {
      middlewareMode: { server },
      ws: { server },
      allowedHosts: [new URL(config.publicUrl).hostname],
    },
  })
  const api = startApi(
    {
      ...process.env,
      HOST: '127.0.0.1',
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: config.databaseUrl ?? database?.url,
      DATA_DIR: config.dataDir,
      WEB_DIR: webDir,
      TRUST_PROXY: config.trustProxy ?? '127.0.0.1',
      // Halves the time of a restart.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
    },
    { inspects: process.argv.includes('--inspect'), say },
  )
  openFront(server, vite, api)

  vite.watcher.add([...watched, publicPages])
  vite.watcher.on('all', (event, file) => {
    if (event === 'addDir' || event === 'unlinkDir') return
    if (file === page) copyPage()
    const isOfApi =
      file === page || file === publicPages || watched.some((folder) => file.startsWith(folder + path.sep))
    if (isOfApi && !/\.test\.tsx?$/.test(file)) api.restart(path.relative(root, file))
  })

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    server.close()
    server.closeAllConnections()
    await Promise.all([api.stop(), vite.close()])
    await database?.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  server.once('error', async (error) => {
    console.error(`PORT: cannot listen at ${config.host}, port ${config.port}: ${error.message}`)
    await stop()
  })
  server.listen(config.port, config.host)
  if (logsSql && database) say(`SQL statements: ${database.dataDir}/postgres.log`)
}

/** Copies the page as it is in the sources. The front adds what Vite adds to it. */
function copyPage(): void {
  mkdirSync(path.join(webDir, 'client'), { recursive: true })
  copyFileSync(page, path.join(webDir, 'client/index.html'))
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? `The configuration cannot be used:\n${error.message}` : error)
  process.exit(1)
})
