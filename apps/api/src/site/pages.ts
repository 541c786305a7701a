import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#platform/binder'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { openApiDocument, openApiPage } from '#platform/openapi'
import { API_PREFIX } from '#platform/server'
import { addOutbox } from './outbox.ts'

const CLIENT = fileURLToPath(new URL('../../../web/dist/client', import.meta.url))

/** Everything that is not an endpoint of the contract: the app, its files, the API's own description, health. */
export const addPages = async (server: FastifyInstance, deps: Deps, endpoints: readonly Endpoint[]): Promise<void> => {
  const document = JSON.stringify(openApiDocument(endpoints, deps.config.publicUrl))
  const reading = openApiPage(endpoints)
  server.get(`${API_PREFIX}/openapi.json`, (_, reply) => reply.type('application/json').send(document))
  server.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(reading))
  server.get(`${API_PREFIX}/health`, async () => {
    await sql`select 1`.execute(deps.db)
    return { message: 'OK', data: {} }
  })
  if (deps.messenger.keepsOutbox) addOutbox(server, deps)
  if (!existsSync(CLIENT)) {
    server.setNotFoundHandler(() => {
      throw new AppError('not_found')
    })
    return
  }
  const shell = readFileSync(`${CLIENT}/index.html`, 'utf8')
  await server.register(fastifyStatic, {
    root: CLIENT,
    wildcard: false,
    index: false,
    cacheControl: true,
    maxAge: '1y',
    immutable: true,
  })
  server.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/') || request.method !== 'GET') throw new AppError('not_found')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(shell)
  })
}
