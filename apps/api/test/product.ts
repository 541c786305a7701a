import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** The key for tests in which a process and a test application share a database. */
export const KEY = 'a key that only the tests of this product use'
const ENTRY = join(import.meta.dirname, '../src/main.ts')

export interface Product {
  readonly url: string
  readonly process: ChildProcess
  /** The log so far. */
  readonly log: () => string
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

/** The program, its environment, and the URL where it will answer. */
export const productEnvironment = async (
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly entry: string; readonly env: NodeJS.ProcessEnv; readonly url: string }> => {
  const port = await freePort()
  return {
    entry: ENTRY,
    url: `http://127.0.0.1:${port}/api/v1`,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      ENCRYPTION_KEY: KEY,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
  }
}

/** Starts the product as in production. Resolves when it accepts requests. */
export const startProduct = async (
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
  started: (child: ChildProcess) => void = () => undefined,
): Promise<Product> => {
  const { entry, env, url } = await productEnvironment(dataDir, more)
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started(child)
  let written = ''
  child.stderr.on('data', (bytes: Buffer) => {
    written += bytes.toString('utf8')
  })
  await new Promise<void>((resolve, reject) => {
    // It reports by itself when it accepts requests.
    child.stdout.on('data', (bytes: Buffer) => {
      written += bytes.toString('utf8')
      if (written.includes('is ready')) resolve()
    })
    child.once('exit', () => reject(new Error(`the product ended before it was ready: ${written}`)))
  })
  return { url, process: child, log: () => written }
}
