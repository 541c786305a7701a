import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { bearerOf } from '#http/credentials'
import { ping } from '#http/server.store'
import { sha256 } from '#platform/auth/crypto'
import { API_PREFIX } from '#platform/config'
import { missingMigrations } from '#platform/db/migrate'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { DISK_NEEDED } from './state.rules.ts'
import { freeBytes } from './watch.ts'

/** How long a probe waits for the database, in milliseconds: less than the patience of those who ask. */
const PROBE_MS = 2000

/** Resolves to whether `check` holds. A failure, or no answer in time, means that it does not. */
const holds = async (check: Promise<boolean>): Promise<boolean> => {
  const given = new AbortController()
  try {
    return await Promise.race([check, delay(PROBE_MS, false, { signal: given.signal, ref: false })])
  } catch {
    return false
  } finally {
    given.abort()
    check.catch(() => undefined)
  }
}

const readiness = async ({ db, config }: Deps) => {
  const [database, migrations, disk] = await Promise.all([
    holds(ping(db).then(() => true)),
    // A newer process may have migrated further: this one goes on working beside it.
    holds(missingMigrations(db).then((names) => names.length === 0)),
    holds(freeBytes(config.dataDir).then((free) => free >= DISK_NEEDED)),
  ])
  return { database, migrations, disk }
}

const isToken = (given: string | undefined, token: string): boolean =>
  given !== undefined && timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)))

/**
 * Adds what load balancers and monitoring ask: `/health/live` (the process answers), `/health/ready` (it can serve:
 * database, migrations, disk), and `/metrics` if the configuration has a token for it.
 */
export const addProbes = (server: FastifyInstance, deps: Deps): void => {
  server.get(`${API_PREFIX}/health`, async () => {
    await ping(deps.db)
    return { message: 'OK', data: {} }
  })
  server.get('/health/live', (_, reply) => reply.header('cache-control', 'no-store').send({ message: 'OK', data: {} }))
  server.get('/health/ready', async (_, reply) => {
    const data = await readiness(deps)
    const isReady = Object.values(data).every(Boolean)
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ message: isReady ? 'OK' : 'Not ready', data })
  })
  const token = deps.config.metrics?.token
  if (token === undefined) return
  server.get('/metrics', async (request, reply) => {
    if (!isToken(bearerOf(request), token)) throw new AppError('not_signed_in')
    const { type, text } = await deps.metrics.read()
    return reply.type(type).header('cache-control', 'no-store').send(text)
  })
}

/**
 * Serves `/metrics` at the address that the configuration has for it, without a token. Resolves to undefined if there
 * is none. @throws Error when the port is taken
 */
export const openMetricsListener = async ({ config, metrics, log }: Deps): Promise<Server | undefined> => {
  const listener = config.metrics?.listener
  if (!listener) return undefined
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(listener, resolve)
  })
  return server
}
