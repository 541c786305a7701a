import type { FastifyInstance } from 'fastify'
import type { Metrics } from '#platform/metrics/metrics'

/** Files have an address each; together they are one line. */
const FILE = /\.\w+$/

/** Counts the answers of every route that is added after this, by its pattern: an address can hold a secret. */
export const countAnswers = (app: FastifyInstance, metrics: Metrics): void => {
  if (!metrics.isRead) return
  app.addHook('onRoute', (route) => {
    const pattern = FILE.test(route.url) ? 'file' : route.url
    const before = [route.onResponse ?? []].flat()
    route.onResponse = [
      ...before,
      (request, reply, done) => {
        metrics.answered(request.method, pattern, reply.statusCode, reply.elapsedTime / 1000)
        done()
      },
    ]
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) metrics.answered(request.method, 'not found', reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}
