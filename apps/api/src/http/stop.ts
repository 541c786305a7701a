import type { FastifyInstance } from 'fastify'

/**
 * How long requests in progress can take once the server closes, in milliseconds. After that, their connections are
 * cut.
 */
const LAST_ANSWERS_MS = 2500

/**
 * Makes `app.close()` graceful: requests in progress are answered with `Connection: close`, and idle connections end
 * immediately. Fastify itself sends `Connection: close` only to requests that arrive after the close began.
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
