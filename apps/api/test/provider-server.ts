import { createServer, type IncomingHttpHeaders } from 'node:http'

/** A request to the provider. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The reply: a text is sent unchanged, everything else as JSON. `silence` never answers. */
export type Reply = { readonly status?: number; readonly body: unknown; readonly location?: string } | 'silence'

export interface ProviderServer {
  readonly url: string
  readonly port: number
  /** Every request, in order. */
  readonly asked: readonly Asked[]
  /** Sets the reply to the next requests, until it is changed. */
  says(reply: Reply | ((asked: Asked) => Reply | Promise<Reply>)): void
  close(): Promise<void>
}

/** A third-party provider, on loopback. */
export const openProviderServer = async (): Promise<ProviderServer> => {
  const asked: Asked[] = []
  let answer: (asked: Asked) => Reply | Promise<Reply> = () => ({ status: 500, body: 'nothing was arranged' })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const one: Asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      asked.push(one)
      const reply = await answer(one)
      if (reply === 'silence') return
      const isText = typeof reply.body === 'string'
      response.writeHead(reply.status ?? 200, {
        'content-type': isText ? 'text/html' : 'application/json',
        ...(reply.location === undefined ? {} : { location: reply.location }),
      })
      response.end(isText ? reply.body : JSON.stringify(reply.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('a server that listens has an address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    asked,
    says: (reply) => {
      answer = typeof reply === 'function' ? reply : () => reply
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
