import { startEmbeddedPostgres } from '../src/index.ts'

// Runs a server until it is killed. Arguments: the folder, and "throw" to fail with an error once the server is running.
const [, , dataDir = '', ending] = process.argv
const server = await startEmbeddedPostgres({
  dataDir,
  database: 'app',
  settings: { fsync: 'off' },
  log: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify({ url: server.url, port: server.port })}\n`)
if (ending === 'throw') setImmediate(() => Promise.reject(new Error('as asked')))
setInterval(() => undefined, 60_000)
