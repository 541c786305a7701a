import { createServer } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { hideIn, namedByAddress, namedByFields, searchAs, withoutHidden } from '#platform/auth/denied'
import { API_PREFIX } from '#platform/config'
import type { Deps } from '#platform/deps'
import { sendAnswer } from './answer.ts'
import { isAdminWrite } from './audit.ts'
import type { Endpoint } from './binder.ts'
import { MAX_BODY, parseBodies, readBody } from './body.ts'
import type { Authenticator } from './credentials.ts'
import { hiddenFor, hidingInRefusals, refuseHidden } from './denials.ts'
import { errorHandler } from './errors.ts'
import { handle } from './handle.ts'
import { secureHeaders } from './headers.ts'
import type { Hot } from './hot.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { sayingUses } from './in-use.ts'
import { validate } from './input.ts'
import { languageFor } from './language.ts'
import { countCall } from './limits.ts'
import { countAnswers } from './metered.ts'
import { authorise } from './permissions.ts'
import { closeGracefully } from './stop.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the caller, once known: for the security log. */
    callerId: string | null
  }
}

export interface ServerOptions {
  readonly deps: Deps
  readonly endpoints: readonly Endpoint[]
  readonly authenticator: Authenticator
  /** The church's country: the default for phones without a country code. */
  readonly homeCountry: () => Promise<string>
  /** Answers public reads from memory. */
  readonly hot: Hot
}

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Handles one request step by step (README.md). The order of the steps is the order of the refusals. */
const handleRequest = async (
  { deps, authenticator, homeCountry, hot }: ServerOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const { route, name } = endpoint
  const { db, config } = deps
  const now = deps.clock()
  const objectId = objectIdOf(request)

  const credentials = await authenticator.authenticate(route, request, now)
  const { caller, token } = credentials
  request.callerId = caller?.id ?? (token?.userId || null)
  if (caller?.isService)
    reply.raw.once('close', () =>
      deps.tokenCalls.note({
        at: now,
        userId: caller.id,
        method: route.method,
        route: route.path,
        status: reply.statusCode,
      }),
    )
  authorise(route, caller, objectId, now)
  request.language = languageFor(request, caller)
  const hidden = hiddenFor(route, caller)
  await refuseHidden(db, hidden, () => namedByAddress(route, request.params))

  const { body: rawBody, files } = await readBody(route, request)
  const { params, query, body } = validate(route, request, rawBody)
  await refuseHidden(db, hidden, () => namedByFields(body))
  hideIn(query, hidden)
  // A filter is in the query of a list, and in the body of an act on all of its rows.
  for (const searches of [query, body]) searchAs(searches, caller?.authorization)
  const input = { params, query, body, files }

  const counted = { ip: request.ip, callerId: caller?.id, isProgram: caller?.isService, rawBody }
  await countCall(deps.limits, name, route, counted, homeCountry)
  const idempotency = idempotencyKeyOf(route, name, request, rawBody, caller?.id)

  const { status, answer } = await hidingInRefusals(db, hidden, caller, () =>
    sayingUses(deps, { endpoint, request, now, credentials, objectId, input, idempotency }, handle),
  )
  // Everybody immediately sees what an administrator changed.
  if (isAdminWrite(route)) hot.forget()
  return sendAnswer(reply, route, { status, answer: withoutHidden(answer, hidden) }, query, config.test)
}

/** Returns the `{id}` of the path, unparsed. */
const objectIdOf = ({ params }: FastifyRequest): string | undefined => {
  const id: unknown = Reflect.get(Object(params), 'id')
  return typeof id === 'string' ? id : undefined
}

/** Builds the HTTP server with every endpoint of the contract. The caller adds pages. */
export const openServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const { deps, hot } = options
  const answerError = errorHandler(deps)
  const app = fastify({
    bodyLimit: MAX_BODY,
    trustProxy: deps.config.trustProxy ?? false,
    // A request on an open connection during shutdown is answered, with `Connection: close`.
    return503OnClosing: false,
    genReqId: () => deps.random.bytes(9).toString('base64url'),
    // Requests refused before a route is found get the same kind of answer.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: true, maxParamLength: 300 },
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: deps.log,
    // Log lines of a request contain its id. A child logger per request would cost more than most requests.
    childLoggerFactory: (log) => log,
    serverFactory: (pass) =>
      // Longer than the idle timeout of any proxy, so that a connection a proxy is about to use is never closed from
      // here.
      createServer({ keepAliveTimeout: 75_000, requestTimeout: 60_000 }, (request, response) => {
        if (hot.answer(request, response)) deps.metrics.answered('GET', 'from memory', response.statusCode, 0)
        else pass(request, response)
      }),
  })
  app.decorateRequest('language', 'en')
  app.decorateRequest('callerId', null)
  app.setErrorHandler(answerError)
  closeGracefully(app)
  hot.listenTo(app)
  countAnswers(app, deps.metrics)
  secureHeaders(app, deps.config)
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip', 'identity'],
    // The default, the highest quality, costs more time than it saves on any network.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await parseBodies(app)

  for (const endpoint of options.endpoints)
    app.route({
      method: endpoint.route.method,
      url: API_PREFIX + endpoint.route.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) =>
        deps.trace.span(
          `${endpoint.route.method} ${endpoint.route.path}`,
          {
            kind: 'server',
            after: headerOf(request, 'traceparent'),
            isForeign: true,
            attributes: {
              'http.request.method': endpoint.route.method,
              'http.route': API_PREFIX + endpoint.route.path,
              // The id in log lines and in answers.
              'shiloh.request_id': request.id,
            },
          },
          () => handleRequest(options, endpoint, request, reply),
        ),
    })
  return app
}
