import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#platform/clock'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Under it a packed answer is hardly smaller than a plain one. */
const WORTH_PACKING = 1024
/** Brotli's best takes a second for a page; this level is nearly as small. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const MAX_KEPT = 200

type Encoding = 'br' | 'gzip' | 'identity'

interface Kept {
  readonly etag: string
  readonly notModified: string[]
  readonly encodings: Readonly<Record<Encoding, { readonly headers: string[]; readonly body: Buffer }>>
  /** Milliseconds since 1970. */
  until: number
  /** Somebody is making it anew; the others take this one meanwhile. */
  refreshing: boolean
}

/** The address under which an answer is kept, or null when it is not the same for everybody who asks for it. */
export type HotKey = (request: Pick<IncomingMessage, 'url' | 'headers'>) => string | null

export interface Hot {
  /** Requests that this names are answered from memory. */
  serve(keyOf: HotKey): void
  /** Answers from memory; false when the application has to. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Lets the server hand over what it answers. Before any plugin that packs answers. */
  listenTo(server: FastifyInstance): void
  /** Something changed that everybody should see at once. */
  forget(): void
}

declare module 'fastify' {
  interface FastifyRequest {
    hot: { readonly key: string; readonly generation: number } | null
  }
}

const encodingFor = (accepted: string | undefined): Encoding => {
  if (accepted === undefined) return 'identity'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

type Headers = Readonly<Record<string, string>>

/** The headers of an answer without those that belong to one shape of its body. */
const headersOf = (reply: FastifyReply): Headers =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined || name === 'content-length' || name === 'content-encoding' ? [] : [[name, String(value)]],
    ),
  )

/** Names and values in turn: what writeHead takes without looking at each. */
const flat = (headers: Headers): string[] => Object.entries(headers).flat()

/** All the shapes one answer is given in. */
const packed = async (plain: Buffer, etag: string, headers: Headers, until: number): Promise<Kept> => {
  const vary = [...new Set(`${headers['vary'] ?? ''},Accept-Encoding`.split(',').map((name) => name.trim()))]
    .filter((name) => name !== '')
    .join(', ')
  const shape = (body: Buffer, encoding: Encoding) => ({
    body,
    headers: flat({
      ...headers,
      vary,
      'content-length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }),
  })
  const identity = shape(plain, 'identity')
  const isLong = plain.length >= WORTH_PACKING
  return {
    etag,
    until,
    refreshing: false,
    notModified: flat({ ...headers, vary }),
    encodings: {
      identity,
      br: isLong ? shape(await brotli(plain, QUALITY), 'br') : identity,
      gzip: isLong ? shape(await zip(plain), 'gzip') : identity,
    },
  }
}

/**
 * Answers that are the same for every visitor are kept for a moment and given before the application is asked: the list
 * of events is what everybody opens when registration begins. When one is old, the next visitor's request makes it anew,
 * and whoever comes meanwhile still gets the old one: an answer is at most twice `ttlMs` old.
 */
export const openHot = (clock: Clock, ttlMs: number): Hot => {
  const kept = new Map<string, Kept>()
  const keys: HotKey[] = []
  let generation = 0

  const keyOf: HotKey = (request) => {
    for (const key of keys) {
      const found = key(request)
      if (found !== null) return found
    }
    return null
  }

  const keep = async (key: string, since: number, plain: Buffer, headers: Headers): Promise<void> => {
    const etag = String(headers['etag'])
    const answer = await packed(plain, etag, headers, clock().getTime() + ttlMs)
    // What was read before a change must not outlive it.
    if (since !== generation) return
    if (kept.size >= MAX_KEPT && !kept.has(key)) kept.clear()
    kept.set(key, answer)
  }

  return {
    serve: (key) => {
      keys.push(key)
    },
    answer: (request, response) => {
      if (ttlMs === 0 || request.method !== 'GET') return false
      const key = keyOf(request)
      const found = key === null ? undefined : kept.get(key)
      if (!found) return false
      const now = clock().getTime()
      if (now >= found.until) {
        if (!found.refreshing || now >= found.until + ttlMs) {
          found.refreshing = true
          return false
        }
      }
      if (request.headers['if-none-match'] === found.etag) {
        response.writeHead(304, found.notModified).end()
        return true
      }
      const { headers, body } = found.encodings[encodingFor(request.headers['accept-encoding'])]
      response.writeHead(200, headers).end(body)
      return true
    },
    listenTo: (server) => {
      server.decorateRequest('hot', null)
      if (ttlMs === 0) return
      server.addHook('onRequest', (request, _, done) => {
        const key = request.method === 'GET' ? keyOf(request.raw) : null
        request.hot = key === null ? null : { key, generation }
        done()
      })
      // Whoever asked waits for the packing, a few milliseconds once a moment.
      server.addHook('onSend', async (request, reply, payload) => {
        const { hot } = request
        const plain = typeof payload === 'string' ? Buffer.from(payload) : payload
        const isKept = reply.statusCode === 200 && reply.hasHeader('etag') && !reply.hasHeader('set-cookie')
        if (hot && isKept && Buffer.isBuffer(plain)) await keep(hot.key, hot.generation, plain, headersOf(reply))
        return payload
      })
    },
    forget: () => {
      generation += 1
      kept.clear()
    },
  }
}
