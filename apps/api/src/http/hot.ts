import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#platform/clock'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Below this many bytes, compression saves almost nothing. */
const WORTH_PACKING = 1024
/** Brotli's highest level takes a second per page. This one is nearly as small. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const MAX_KEPT = 200

type Encoding = 'br' | 'gzip' | 'identity'

interface Kept {
  readonly etag: string
  readonly notModified: string[]
  readonly encodings: Readonly<Record<Encoding, { readonly headers: string[]; readonly body: Buffer }>>
  /** Milliseconds since 1970. */
  until: number
  /** One request is refreshing it. The others get the stale answer. */
  refreshing: boolean
}

/** Returns the cache key of a request, or null if the answer is not the same for everybody. */
export type HotKey = (request: Pick<IncomingMessage, 'url' | 'headers'>) => string | null

export interface Hot {
  /** Registers a key function. Requests with a key are served from memory. */
  serve(keyOf: HotKey): void
  /** Answers from memory. Returns false if the application has to answer. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Makes the server store its answers in the cache. Register it before any plugin that compresses answers. */
  listenTo(server: FastifyInstance): void
  /** Clears the cache after a change that everybody should see immediately. */
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

/** Returns the headers of an answer without those that depend on the encoding of the body. */
const headersOf = (reply: FastifyReply): Headers =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined || name === 'content-length' || name === 'content-encoding' ? [] : [[name, String(value)]],
    ),
  )

/** Flattens headers to alternating names and values, the fastest form for writeHead. */
const flat = (headers: Headers): string[] => Object.entries(headers).flat()

/** Returns an answer in all its encodings. */
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
 * A stale-while-revalidate cache for answers that are the same for every visitor, checked before the application:
 * everybody opens the list of events when registration begins. The first request for a stale answer refreshes it, and
 * the others get the stale one meanwhile. An answer is at most twice `ttlMs` old.
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
    // Data read before a change must not be cached after it.
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
      // The first request waits a few milliseconds for the compression.
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
