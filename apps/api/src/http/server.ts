import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { isLanguage, LANGUAGES, type Language, type Route } from '@shiloh/contract/core'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import helmet from 'helmet'
import { z } from 'zod'
import { type AuditEntry, appendAudit } from '#platform/audit/audit.store'
import { sha256 } from '#platform/auth/crypto'
import { hiddenFrom, hideIn, namedByAddress, namedByFields, withoutHidden } from '#platform/auth/denied'
import { namesHidden, withoutHiddenRows } from '#platform/auth/denied.store'
import { countedAs, typedAddress } from '#platform/auth/typed-address'
import type { FileAnswer, IdempotencyKey, OrchestrateContext, WriteContext } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { Deps } from '#platform/deps'
import { AppError, fieldErrors, fromDatabase, invalid } from '#platform/errors'
import type { Upload } from '#platform/files/files'
import { workIn } from '#platform/jobs/work'
import type { RealtimeEvent } from '#platform/realtime'
import { errorText, fieldText } from '#platform/text/texts'
import { type Authenticator, type Credentials, languageOf } from './authenticate.ts'
import type { Endpoint } from './binder.ts'
import type { Hot } from './hot.ts'
import type { Limits } from './limits.ts'
import { findAnswer, lockKey, saveAnswer, saveErrorLog } from './server.store.ts'

export const API_PREFIX = '/api/v1'
const MAX_BODY = 1024 * 1024
const MAX_FILE = 8 * 1024 * 1024
const MAX_FILES = 5

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: Buffer
  }
}

export interface ServerOptions {
  readonly deps: Deps
  readonly endpoints: readonly Endpoint[]
  readonly authenticator: Authenticator
  readonly limits: Limits
  /** The church's country: where a phone without a country's code is from. */
  readonly homeCountry: () => Promise<string>
  /** Answers from memory what is the same for everybody. */
  readonly hot: Hot
}

const NO_BYTES = Buffer.alloc(0)

const acceptedLanguage = (request: FastifyRequest): Language | undefined => {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find((q) => q !== undefined)
      return { language: tag.trim().slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted.map(({ language }) => language).find(isLanguage)
}

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

const stringField = (value: unknown, name: string): string | undefined => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : undefined
}

const parsePart = (
  schema: z.ZodType,
  value: unknown,
): { value: unknown } | { errors: ReturnType<typeof fieldErrors> } => {
  const result = schema.safeParse(value)
  return result.success ? { value: result.data } : { errors: fieldErrors(result.error, value) }
}

/** `price[0][amount]` and `a.b` are not unpacked: a multipart field is text, or JSON under the name `data`. */
const readMultipart = async (request: FastifyRequest, route: Route): Promise<{ body: unknown; files: Upload[] }> => {
  const body: Record<string, unknown> = {}
  const files: Upload[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (!route.files?.includes(part.fieldname)) throw invalid([{ field: part.fieldname, code: 'unsupported' }])
        const bytes = await part.toBuffer()
        if (bytes.length > 0) files.push({ field: part.fieldname, name: part.filename || part.fieldname, bytes })
      } else if (part.fieldname === 'data' && typeof part.value === 'string') {
        const parsed = readJson(Buffer.from(part.value))
        if (typeof parsed === 'object' && parsed !== null) Object.assign(body, parsed)
      } else if (part.fieldname !== '__proto__') {
        body[part.fieldname] = part.value
      }
    }
  } catch (error) {
    // Nothing but reading happens here: an error that says no status is the reader's about a body that is cut short.
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new AppError('malformed_request')
  }
  return { body, files }
}

/** What a browser sends is a few levels deep; what recursion would not survive is not read. */
const MAX_DEPTH = 64
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

const isTooDeep = (bytes: Buffer): boolean => {
  let depth = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (OPENING.has(byte)) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (CLOSING.has(byte)) depth -= 1
  }
  return false
}

/** Parses a JSON body; an empty one is the empty object. @throws AppError malformed_request */
const readJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return {}
  // Under two bytes a level nothing can be too deep.
  if (bytes.length > 2 * MAX_DEPTH && isTooDeep(bytes)) throw new AppError('malformed_request')
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'))
    return parsed
  } catch {
    throw new AppError('malformed_request')
  }
}

/** A body is JSON; where a route takes files it may be a form. A request without a body says no type. */
const requireReadable = (request: FastifyRequest, isMultipart: boolean): void => {
  const type = request.headers['content-type']
  if (type === undefined || isMultipart || /^application\/json\s*(;|$)/i.test(type)) return
  throw new AppError('unsupported_media_type')
}

/** Codes of Fastify's own refusals, as ours. */
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

const asAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error
  return fromDatabase(error) ?? fromFastify(error)
}

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

/** One handling of one request: its context, and what waits for the commit. */
const handleRequest = async (
  options: ServerOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const { deps } = options
  const { route, name } = endpoint
  const now = deps.clock()

  // 1. Who calls. Before anything is read of what they sent.
  const wantsFiles = route.files !== undefined
  const isMultipart = wantsFiles && request.headers['content-type']?.startsWith('multipart/form-data') === true
  const objectId = stringField(request.params, 'id')
  const credentials: Credentials = await options.authenticator.check(
    route,
    bearerOf(request),
    route.access.kind === 'token' && !isMultipart ? stringField(request.body, 'token') : undefined,
    objectId,
  )
  const language = languageOf(acceptedLanguage(request), credentials.caller)
  request.language = language
  request.callerId = credentials.caller?.id ?? credentials.token?.userId ?? null
  const hidden = hiddenFrom(
    credentials.caller?.authorization,
    route.access.kind === 'can' ? route.access.permission : undefined,
  )
  if (hidden && (await namesHidden(deps.db, hidden, namedByAddress(route, request.params))))
    throw new AppError('forbidden')

  // 2. What they sent.
  if (route.method !== 'GET') requireReadable(request, isMultipart)
  const { body: rawBody, files } = isMultipart
    ? await readMultipart(request, route)
    : { body: request.body ?? {}, files: [] }
  const parts = [
    parsePart(route.params, request.params),
    parsePart(route.query, request.query),
    route.method === 'GET' ? { value: {} } : parsePart(route.body, rawBody),
  ]
  const [params, query, body] = parts
  const problems = parts.flatMap((part) => ('errors' in part ? part.errors : []))
  // An address that cannot name anything is not found, rather than invalid.
  if (params && 'errors' in params) throw new AppError('not_found')
  if (problems.length > 0) throw invalid(problems)
  const input = {
    params: params && 'value' in params ? params.value : {},
    query: hideIn(query && 'value' in query ? query.value : {}, hidden),
    body: body && 'value' in body ? body.value : {},
    files,
  }
  if (hidden && (await namesHidden(deps.db, hidden, namedByFields(input.body)))) throw new AppError('forbidden')

  // 3. How often.
  for (const limit of route.limits) {
    const key =
      limit.by === 'ip'
        ? request.ip
        : limit.by === 'caller'
          ? credentials.caller?.id
          : stringField(rawBody, limit.by.slice(5))
    if (!key) continue
    const isTyped = limit.by !== 'ip' && limit.by !== 'caller'
    const counted = isTyped ? countedAs(typedAddress(key, await options.homeCountry())) : sha256(key).slice(0, 32)
    await options.limits.consume(name, limit, counted)
  }

  const givenKey = route.idempotent ? request.headers['idempotency-key'] : undefined
  if (givenKey !== undefined && (typeof givenKey !== 'string' || givenKey.length === 0 || givenKey.length > 200))
    throw invalid([{ field: 'Idempotency-Key', code: 'invalid' }])
  const idempotency: IdempotencyKey | null =
    givenKey && credentials.caller
      ? { key: givenKey, route: `${name} ${request.url}`, bodyHash: sha256(JSON.stringify(rawBody)) }
      : null

  // 4. The work.
  const published: RealtimeEvent[] = []
  /** What every context of this request knows. A copy is made for each: its getters throw, so it is never spread. */
  const facts = () => ({
    language,
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    get caller() {
      if (!credentials.caller) throw new AppError('not_signed_in')
      return credentials.caller
    },
    visitor: credentials.caller,
    get token() {
      if (!credentials.token) throw new AppError('invalid_token')
      return credentials.token
    },
    rawBody: request.rawBody ?? NO_BYTES,
    headers: request.headers,
  })

  const isAdminWrite = route.access.kind === 'can' && route.method !== 'GET'
  let audited = false
  const finishAudit = async (tx: Tx, audits: readonly AuditEntry[]) => {
    const entries =
      audits.length > 0 || !isAdminWrite
        ? audits
        : [{ action: name, resource: permissionResource(route), objectId, after: input.body }]
    if (entries.length === 0) return
    audited = true
    const actor = credentials.caller
    await appendAudit(
      tx,
      {
        id: actor?.id ?? credentials.token?.userId ?? null,
        name: actor?.name ?? '',
        ip: request.ip,
        requestId: request.id,
      },
      now,
      entries,
    )
  }

  /** Runs `work` in a transaction; an AppError that asks for it is thrown after the commit instead of undoing it. */
  const inTransaction = async <T>(work: (ctx: WriteContext) => Promise<T>): Promise<T> => {
    const outcome = await deps.db.transaction().execute(async (tx) => {
      const audits: AuditEntry[] = []
      try {
        const result = await work(Object.assign(facts(), workIn(deps, tx, now, { audits, published })))
        await finishAudit(tx, audits)
        return { result }
      } catch (error) {
        if (!(error instanceof AppError && error.commit)) throw error
        await finishAudit(tx, audits)
        return { error }
      }
    })
    if ('error' in outcome) {
      deps.realtime.publish(published)
      throw outcome.error
    }
    return outcome.result
  }

  const respond = async (): Promise<{ status: number; answer: unknown }> => {
    const { handler } = endpoint
    if (handler.does === 'reads')
      return {
        status: route.status,
        answer: await handler.handle(Object.assign(facts(), { db: deps.db, now, deps }), input),
      }
    if (handler.does === 'orchestrates') {
      const ctx: OrchestrateContext = Object.assign(facts(), {
        db: deps.db,
        now,
        deps,
        idempotency,
        transact: inTransaction,
        publish: (room: string, event: string, data: RealtimeEvent['data'] = {}) => {
          published.push({ room, event, data })
        },
      })
      const answer = await handler.handle(ctx, input)
      if (isAdminWrite && !audited) await deps.db.transaction().execute((tx) => finishAudit(tx, []))
      return { status: route.status, answer }
    }
    return inTransaction(async (ctx) => {
      const callerId = credentials.caller?.id
      if (idempotency && callerId) {
        if (!(await lockKey(ctx.tx, callerId, idempotency.key))) throw new AppError('idempotency_in_flight')
        const stored = await findAnswer(ctx.tx, callerId, idempotency)
        if (stored) return stored
      }
      const answer = await handler.handle(ctx, input)
      if (idempotency && callerId) await saveAnswer(ctx.tx, callerId, idempotency, route.status, answer, now)
      return { status: route.status, answer }
    })
  }

  const { status, answer } = await respond().catch(async (error: unknown) => {
    // A refusal tells who is in the way: only those whom the caller may see.
    if (!(hidden && error instanceof AppError && error.data)) throw error
    throw error.saying(await withoutHiddenRows(deps.db, hidden, error.data))
  })
  deps.realtime.publish(published)
  // Everybody sees at once what an administrator changed.
  if (isAdminWrite) options.hot.forget()
  return send(reply, route, status, withoutHidden(answer, hidden), input.query, deps.config.test)
}

const permissionResource = (route: Route): string =>
  route.access.kind === 'can' ? route.access.permission.slice(0, route.access.permission.indexOf('.')) : ''

/** Where the sockets of this installation go. */
const socketOrigin = (publicUrl: string): string => new URL(publicUrl).origin.replace(/^http/, 'ws')

const isFileAnswer = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'mime' in answer && 'body' in answer

const page = z.object({ page: z.number(), page_size: z.number() })
const listAnswer = z.object({ items: z.array(z.unknown()), total: z.number() })

/** Whether an `If-None-Match` names this tag: one of several, weak or not, or any. */
const namesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => [etag, `W/${etag}`, '*'].includes(one.trim())) ?? false

const send = (
  reply: FastifyReply,
  route: Route,
  status: number,
  answer: unknown,
  query: unknown,
  checkAnswers: boolean,
): unknown => {
  if (isFileAnswer(answer)) {
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
  const body =
    route.answer === 'list'
      ? (() => {
          const { items, total } = listAnswer.parse(answer)
          const { page: number, page_size } = page.parse(query)
          return {
            message: 'OK',
            data: items,
            meta: { page: number, page_size, total, total_pages: Math.max(1, Math.ceil(total / page_size)) },
          }
        })()
      : { message: 'OK', data: answer }
  if (checkAnswers) (route.answer === 'list' ? z.array(route.response) : route.response).parse(body.data)
  const json = JSON.stringify(body)
  void reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (route.access.kind === 'public' && route.method === 'GET') {
    const etag = `"${createHash('sha1').update(json).digest('base64url')}"`
    void reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=0, must-revalidate')
      .header('vary', 'Accept-Language')
    if (namesEtag(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  } else {
    void reply.header('cache-control', 'no-store')
  }
  return reply.send(json)
}

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
    /** Who calls, once that is known. */
    callerId: string | null
  }
}

/** The gate reads codes with the camera; nothing else of a device is asked for. */
const PERMISSIONS_POLICY = ['camera=(self)']
  .concat(
    [
      'accelerometer',
      'autoplay',
      'display-capture',
      'geolocation',
      'gyroscope',
      'magnetometer',
      'microphone',
      'midi',
      'payment',
      'usb',
    ].map((feature) => `${feature}=()`),
  )
  .join(', ')

/** How long what is under way may take once the server closes; then its connections are cut. */
const LAST_ANSWERS_MS = 2500

/** Answers what is under way, tells connections that wait for more that there will be none, and cuts what takes too long. */
const closeGently = (app: FastifyInstance): void => {
  let closing = false
  app.addHook('onSend', async (_, reply, payload) => {
    if (closing) reply.header('connection', 'close')
    return payload
  })
  app.addHook('preClose', async () => {
    closing = true
    app.server.closeIdleConnections()
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref()
  })
}

/** The HTTP server with every endpoint of the contract. Pages are added by the caller. */
export const openServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const { deps } = options
  const answerError = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = asAppError(error)
    const answer = known ?? new AppError('internal_error')
    if (!known) {
      request.log.error(
        { err: error, request_id: request.id, method: request.method, path: request.routeOptions.url },
        'failed',
      )
      await saveErrorLog(deps.db, {
        now: deps.clock(),
        requestId: request.id,
        method: request.method,
        path: request.routeOptions.url ?? '',
        message: error instanceof Error ? error.message : 'unknown',
      }).catch(() => undefined)
    }
    deps.securityLog.note({
      at: deps.clock(),
      code: answer.code,
      status: answer.status,
      fields: answer.fields,
      method: request.method,
      path: request.routeOptions.url ?? '',
      userId: answer.callerId ?? request.callerId,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    })
    if (answer.retryAfter !== undefined) void reply.header('retry-after', String(answer.retryAfter))
    const language = request.language && LANGUAGES.includes(request.language) ? request.language : 'en'
    const spoken = acceptedLanguage(request) ?? language
    return reply
      .code(answer.status)
      .header('cache-control', 'no-store')
      .send(errorAnswer(answer, spoken, request.id))
  }
  const app = fastify({
    bodyLimit: MAX_BODY,
    trustProxy: deps.config.trustProxy ?? false,
    // What arrives on an open connection while we stop is answered, with `Connection: close`.
    return503OnClosing: false,
    genReqId: () => deps.random.bytes(9).toString('base64url'),
    // What is refused before a route is found is answered like everything else.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: true, maxParamLength: 300 },
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: deps.log,
    // What is logged of a request names its id; a logger of its own for each would cost more than most requests.
    childLoggerFactory: (log) => log,
    serverFactory: (handle) =>
      // Longer than any proxy's idle time, so that it is never we who close a connection a proxy is about to use.
      createServer({ keepAliveTimeout: 75_000, requestTimeout: 60_000 }, (request, response) => {
        if (!options.hot.answer(request, response)) handle(request, response)
      }),
  })
  closeGently(app)
  options.hot.listenTo(app)
  app.decorateRequest('language', 'en')
  app.decorateRequest('callerId', null)

  const secured = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // A page adds the one style element that it has: `html-page.ts`.
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        // Not every browser counts a socket to the same host as 'self'.
        'connect-src': ["'self'", socketOrigin(deps.config.publicUrl)],
        'media-src': ["'self'", 'blob:'],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: deps.config.production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('permissions-policy', PERMISSIONS_POLICY)
    secured(request.raw, reply.raw, () => done())
  })
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip', 'identity'],
    // The highest quality, which is the default, costs more time than it saves on any network.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(multipart, { limits: { fileSize: MAX_FILE, files: MAX_FILES, fields: 100, fieldSize: 200_000 } })

  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes)
    request.rawBody = buffer
    try {
      done(null, readJson(buffer))
    } catch (error) {
      done(error instanceof Error ? error : new AppError('malformed_request'))
    }
  })

  app.setErrorHandler(answerError)

  for (const endpoint of options.endpoints) {
    const { route } = endpoint
    app.route({
      method: route.method,
      url: API_PREFIX + route.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => handleRequest(options, endpoint, request, reply),
    })
  }
  return app
}
