import { createHash } from 'node:crypto'
import type { Route } from '@shiloh/contract/core'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FileAnswer } from '#platform/context'
import { withErasedNamed } from '#platform/text/texts'
import type { StoredAnswer } from './idempotency.ts'

/** Success needs no text: the screen says what happened. */
export const MESSAGE = 'OK'

export const isFileAnswer = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'mime' in answer && 'body' in answer

const pageQuery = z.object({ page: z.number(), page_size: z.number() })
const listAnswer = z.object({
  items: z.array(z.unknown()),
  total: z.number(),
  sums: z.record(z.string(), z.number()).optional(),
})

/** Returns whether an `If-None-Match` header matches this tag: in a list, weak or strong, or as `*`. */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => [etag, `W/${etag}`, '*'].includes(one.trim())) ?? false

/** Returns `{ message, data }`, with `meta` for a page of a list. `query` is the parsed query of the list. */
export const envelope = ({ answer: kind }: Pick<Route, 'answer'>, answer: unknown, query: unknown) => {
  if (kind !== 'list') return { message: MESSAGE, data: answer }
  const { items, total, sums } = listAnswer.parse(answer)
  const { page, page_size } = pageQuery.parse(query)
  const total_pages = Math.max(1, Math.ceil(total / page_size))
  return { message: MESSAGE, data: items, meta: { page, page_size, total, total_pages, sums } }
}

const sendFile = (reply: FastifyReply, answer: FileAnswer): unknown => {
  const disposition = answer.inline ? 'inline' : 'attachment'
  void reply
    .header('content-type', answer.mime)
    .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(answer.name)}`)
    .header('cache-control', answer.publicFor ? `public, max-age=${answer.publicFor}` : 'private, no-store')
  if (answer.etag !== undefined) {
    const etag = `"${answer.etag}"`
    void reply.header('etag', etag)
    if (namesEtag(reply.request.headers['if-none-match'], etag)) {
      if ('destroy' in answer.body && typeof answer.body.destroy === 'function') answer.body.destroy()
      return reply.code(304).send()
    }
  }
  return reply.send(answer.body)
}

/**
 * Sends a handler's answer. Public reads carry an ETag. All other answers are marked as not to be stored.
 *
 * @param isChecked validates the answer against the route's response schema, as the tests do. In production it is
 * serialised unchecked
 */
export const sendAnswer = (
  reply: FastifyReply,
  route: Route,
  { status, answer }: StoredAnswer,
  query: unknown,
  isChecked: boolean,
): unknown => {
  if (isFileAnswer(answer)) return sendFile(reply, answer)
  const body = envelope(route, answer, query)
  if (isChecked) (route.answer === 'list' ? z.array(route.response) : route.response).parse(body.data)
  const json = withErasedNamed(JSON.stringify(body), reply.request.language)
  void reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (route.access.kind !== 'public' || route.method !== 'GET')
    return reply.header('cache-control', 'no-store').send(json)
  const etag = `"${createHash('sha1').update(json).digest('base64url')}"`
  void reply
    .header('etag', etag)
    .header('cache-control', 'public, max-age=0, must-revalidate')
    .header('vary', 'Accept-Language')
  if (namesEtag(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(json)
}
