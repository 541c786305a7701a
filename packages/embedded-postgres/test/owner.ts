import { startEmbeddedPostgres } from '../src/index.ts'

// A process that owns a server until it is killed. Arguments: the folder, and "throw" to die of an error once the server runs.
const [, , dataDir = '', ending] = process.argv
const server = await startEmbeddedPostgres({
  dataDir,
  settings: { fsync: 'off' },
  log: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify({ url: server.url, port: server.port })}\n`)
if (ending === 'throw') setImmediate(() => Promise.reject(new Error('as asked')))
setInterval(() => undefined, 60_000)
