import type { FastifyInstance } from 'fastify'

/** How long requests under way may take once the server closes, in milliseconds; then their connections are cut. */
const LAST_ANSWERS_MS = 2500

/**
 * Makes `app.close()` graceful: requests under way are answered with `Connection: close`, idle connections end at once. Fastify
 * says `Connection: close` only to requests that arrive after the close began.
 */
export const closeGracefully = (app: FastifyInstance): void => {
  let isClosing = false
  app.addHook('onSend', async (_, reply, payload) => {
    if (isClosing) reply.header('connection', 'close')
    return payload
  })
  app.addHook('preClose', async () => {
    isClosing = true
    app.server.closeIdleConnections()
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref()
  })
}
