import { LANGUAGES, type Language } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/deps'
import { AppError, fromDatabase, invalid, isPassing } from '#platform/errors'
import { asPage } from '#platform/text/html-page'
import { errorText, fieldText } from '#platform/text/texts'
import { errorPage, wantsPage } from './error-page.ts'
import { acceptedLanguage } from './language.ts'
import { saveErrorLog } from './server.store.ts'

/** Converts Fastify's own errors to ours. */
const fromFastify = (error: unknown): AppError | undefined => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new AppError('uri_too_long')
  if (status === 413 || code.startsWith('FST_REQ_FILE_TOO_LARGE') || code === 'FST_FILES_LIMIT')
    return new AppError('too_large')
  if (status === 415 || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') return new AppError('unsupported_media_type')
  if (status >= 400 && status < 500) return new AppError('malformed_request')
  return undefined
}

/** Converts an error to one that can be shown. Returns undefined for a fault of the server. */
export const asAppError = (error: unknown): AppError | undefined =>
  error instanceof AppError ? error : (fromDatabase(error) ?? fromFastify(error))

/** Returns where a value has text that the database cannot store: NUL, or half of a surrogate pair. */
const unstorableIn = (value: unknown, path = ''): FieldError[] => {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\u0000') ? [] : [{ field: path, code: 'control_characters' }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => unstorableIn(one, path === '' ? key : `${path}.${key}`))
}

/** Names the fields of a value that only the database refused. */
export const namingFields = (error: AppError, input: unknown): AppError =>
  error.code === 'invalid_input' && error.fields.length === 0 ? invalid(unstorableIn(input)) : error

/** Returns the body of an error response, in the reader's language. */
export const errorAnswer = (error: AppError, language: Language, requestId: string) => ({
  message: error.says?.(language) ?? errorText(error.code, language),
  code: error.code,
  errors: error.fields.map(({ field, code, says }) => ({
    field,
    code,
    message: says?.(language) ?? fieldText(code, language),
  })),
  request_id: requestId,
  ...(error.data ? { data: error.data } : {}),
})

/** Answers every failed request and records it: server faults in the log, possible attacks in the security log. */
export const errorHandler =
  (deps: Deps) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = asAppError(error)
    const answer = known
      ? namingFields(known, { ...Object(request.query), ...Object(request.body) })
      : new AppError('internal_error')
    // The declared path: the typed URL can contain a secret.
    const path = request.routeOptions.url ?? ''
    const { id: requestId, method, ip } = request
    const at = deps.clock()
    if (!known) {
      request.log.error({ err: error, request_id: requestId, method, path }, 'failed')
      const message = error instanceof Error ? error.message : 'unknown'
      await saveErrorLog(deps.db, { now: at, requestId, method, path, message }).catch(() => undefined)
    }
    const { code, status, fields } = answer
    if (isPassing(answer)) deps.metrics.turnedAway(code)
    const userAgent = request.headers['user-agent'] ?? ''
    deps.securityLog.note({
      at,
      code,
      status,
      fields,
      method,
      path,
      userId: request.callerId,
      ip,
      userAgent,
      requestId,
    })
    if (answer.retryAfter !== undefined) void reply.header('retry-after', String(answer.retryAfter))
    // The request has no language until Fastify has set it up completely.
    const own = LANGUAGES.includes(request.language) ? request.language : 'en'
    const language = acceptedLanguage(request.headers['accept-language']) ?? own
    const body = errorAnswer(answer, language, requestId)
    // A file that failed before its first byte has already said that it is a PDF to be saved.
    void reply.code(status).removeHeader('content-disposition').header('cache-control', 'no-store')
    if (!wantsPage(request)) return reply.type('application/json; charset=utf-8').send(body)
    const page = errorPage(body.message, request.url, requestId, language)
    return asPage(reply, page).send(page)
  }
