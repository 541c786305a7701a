import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** One answer as bytes, in every encoding it is asked for, made at most once. */
interface Rendered {
  readonly status: number
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

const MAX_ENTRIES = 400
/** Brotli's best takes a second for a page; this level is nearly as small. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const encode = async (status: number, type: string, text: string): Promise<Rendered> => {
  const plain = Buffer.from(text)
  const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`
  return { status, type, etag, plain, br: await brotli(plain, QUALITY), gzip: await zip(plain) }
}

export interface Page {
  readonly status: number
  readonly type: string
  readonly text: string
}

export interface RenderedPages {
  /** Answers with the page under `key`, made by `make` when there is none or the last one is older than `ttlMs`. */
  answer(request: FastifyRequest, reply: FastifyReply, key: string, make: () => Promise<Page>): Promise<FastifyReply>
}

/**
 * Pages that many people ask for at once are made once a moment: whoever comes while one is being made waits for that
 * one. What is shown is therefore at most `ttlMs` old.
 */
export const renderedPages = (clock: Clock, ttlMs: number): RenderedPages => {
  const pages = new Map<string, { at: number; page: Promise<Rendered> }>()

  const pageOf = (key: string, make: () => Promise<Page>): Promise<Rendered> => {
    const now = clock().getTime()
    const known = pages.get(key)
    if (known && now - known.at < ttlMs) return known.page
    if (pages.size >= MAX_ENTRIES) pages.clear()
    const page = make().then(({ status, type, text }) => encode(status, type, text))
    pages.set(key, { at: now, page })
    // A failure is answered to those who waited for it, and tried anew by the next one.
    page.catch(() => {
      if (pages.get(key)?.page === page) pages.delete(key)
    })
    return page
  }

  return {
    answer: async (request, reply, key, make) => {
      const page = await pageOf(key, make)
      void reply
        .code(page.status)
        .header('content-type', page.type)
        .header('etag', page.etag)
        .header('vary', 'Accept-Language, Accept-Encoding, Cookie')
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'public, max-age=0, must-revalidate')
      if (request.headers['if-none-match'] === page.etag && page.status === 200) return reply.code(304).send()
      const accepted = request.headers['accept-encoding'] ?? ''
      if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.br)
      if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip)
      return reply.header('content-encoding', 'identity').send(page.plain)
    },
  }
}
