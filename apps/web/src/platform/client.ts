import type { BodyIn, DataOf, ErrorBody, ListMeta, ParamsIn, QueryIn, Route } from '@shiloh/contract/core'
import type { Session } from './session.ts'

/** The server's message about one field of a rejected request. */
export interface FieldProblem {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** A failed call. `status` is 0 if there was no response. `message` is in the user's language. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldProblem[]
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt, if the server specified them. */
  readonly retryAfter: number | undefined
  /** The data of the error code (ERROR_DATA of the contract), not validated yet. */
  readonly data: unknown

  constructor(failure: {
    status: number
    code: string
    message: string
    fields?: readonly FieldProblem[]
    requestId?: string | undefined
    retryAfter?: number | undefined
    data?: unknown
  }) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.fields = failure.fields ?? []
    this.requestId = failure.requestId
    this.retryAfter = failure.retryAfter
    this.data = failure.data
  }
}

type Part<K extends string, T> = Record<never, never> extends T ? { readonly [P in K]?: T } : { readonly [P in K]: T }

/** The input of a call of this route. Parts that can be empty are optional. */
export type CallInput<R extends Route> = Part<'params', ParamsIn<R>> &
  Part<'query', QueryIn<R>> &
  Part<'body', BodyIn<R>> & {
    /** Files of a multipart route, under the names of the contract. */
    readonly files?: Readonly<Record<string, Blob | readonly Blob[] | undefined>>
    /** Replaces the access token. Single-purpose tokens are sent as the bearer of their own call. */
    readonly token?: string
    /** Reuse the key for retries of the same action. Without one, each call is a new action. */
    readonly idempotencyKey?: string
    readonly signal?: AbortSignal
  }

/** The arguments after the route. None are needed if nothing is required. */
export type CallArguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]

/** A file in a response. */
export interface FileAnswer {
  readonly blob: Blob
  readonly name: string
}
/** One page of a list. */
export interface ListAnswer<T> {
  readonly items: readonly T[]
  readonly meta: ListMeta
}

export type AnswerOf<R extends Route> = R['answer'] extends 'file'
  ? FileAnswer
  : R['answer'] extends 'list'
    ? ListAnswer<DataOf<R>>
    : DataOf<R>

/** The data of a response with the server's message, which is in the user's language. */
export interface Answer<T> {
  readonly data: T
  readonly message: string
}

/** Returns the input of a call as its arguments. The compiler cannot see that these types are equal. */
export const argumentsOf = <R extends Route>(input: CallInput<R>): CallArguments<R> =>
  [input] as unknown as CallArguments<R>

export interface Client {
  /** Calls a route of the contract and returns its data. */
  call: <R extends Route>(route: R, ...input: CallArguments<R>) => Promise<AnswerOf<R>>
  /** The same as `call`, with the message of the response. */
  ask: <R extends Route>(route: R, ...input: CallArguments<R>) => Promise<Answer<AnswerOf<R>>>
  /** Exchanges the refresh token for a new session. Returns false if there is none or it has been used. */
  renew: () => Promise<boolean>
  /** The number of pending requests, for the progress bar. */
  pending: { readonly get: () => number; readonly subscribe: (listener: () => void) => () => void }
}

export interface ClientDeps {
  readonly fetch: typeof fetch
  readonly session: Session
  readonly language: () => string
  readonly text: (key: 'no_connection' | 'unreadable_answer') => string
  /** Asks the user to re-authenticate and returns whether they did. The rejected request is then repeated. */
  readonly confirm?: () => Promise<boolean>
  /** Allows one tab at a time to refresh. Defaults to the browser's locks, if it has them. */
  readonly exclusively?: <T>(work: () => Promise<T>) => Promise<T>
  /** Validates a response against the contract. In development and in tests. */
  readonly check?: (route: Route, data: unknown) => unknown
}

const unreachable = new Set([408, 413, 502, 504])
const tokenMessages = new Set([
  'invalid token',
  'invalid access token.',
  'invalid signature',
  'invalid or expired token.',
])

// Written by hand: every page has this file, and few of them have forms, with which the library of schemas comes.

/** Returns the properties of an answer, or undefined if it is not JSON. */
const propertiesOf = async (response: Response): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? { ...body } : undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the reason of a refusal, or undefined if it is none of this product. */
async function refusalOf(response: Response): Promise<ErrorBody | undefined> {
  const { message, code, errors, request_id, data } = (await propertiesOf(response)) ?? {}
  if (typeof message !== 'string' || typeof code !== 'string' || typeof request_id !== 'string') return undefined
  if (!Array.isArray(errors)) return undefined
  const fields = errors.map((one: unknown) => asRecord(one))
  return {
    message,
    code,
    request_id,
    errors: fields.map((one) => ({
      field: textOf(one['field']) ?? '',
      code: textOf(one['code']) ?? '',
      message: textOf(one['message']) ?? '',
    })),
    ...(typeof data === 'object' && data !== null && { data: { ...data } }),
  }
}

/** Returns a key for one action. Retries of the action reuse it. */
export const newIdempotencyKey = (): string =>
  // `randomUUID` is missing on pages without https, except on localhost: for example when a phone tests a server in its
  // network.
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the address of a call as its server knows it, without the prefix of the API. */
export function requestAddress(route: Route, params: unknown, query: unknown): string {
  const values: Readonly<Record<string, unknown>> = { ...asRecord(params) }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(asRecord(query))) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const text = search.toString()
  return `${path}${text ? `?${text}` : ''}`
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Sends values as JSON under `data`, so that numbers and lists keep their types. */
function multipart(body: unknown, files: CallInput<Route>['files']): FormData {
  const form = new FormData()
  form.append('data', JSON.stringify(body ?? {}))
  for (const [name, value] of Object.entries(files ?? {})) {
    for (const file of value === undefined ? [] : value instanceof Blob ? [value] : value) form.append(name, file)
  }
  return form
}

function fileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download'
}

const lockName = 'shiloh-refresh'
const browserLock: NonNullable<ClientDeps['exclusively']> = async (work) => {
  const locks = globalThis.navigator?.locks
  return locks ? await locks.request(lockName, work) : await work()
}

/** Creates the client for all requests of the browser to the server. */
export function createClient(deps: ClientDeps): Client {
  const { session } = deps
  const exclusively = deps.exclusively ?? browserLock
  const listeners = new Set<() => void>()
  let count = 0
  const counted = (by: 1 | -1) => {
    count += by
    for (const listener of listeners) listener()
  }

  const noConnection = (status: number) =>
    new ApiError({ status, code: 'no_connection', message: deps.text('no_connection') })

  async function send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await deps.fetch(url, init)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw noConnection(0)
    }
  }

  let refreshing: Promise<boolean> | undefined
  /** Renews the access token once, however many calls and tabs found it expired. */
  function refresh(spent: string | undefined): Promise<boolean> {
    refreshing ??= exclusively(async () => {
      // Another tab may have been faster. Then its token is used.
      const current = session.read('accessToken')
      if (current && current !== spent) return true
      const token = session.read('refreshToken')
      if (!token) return false
      const response = await send('/api/v1/auth/refresh', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      })
      if (!response.ok) {
        if (response.status !== 401 && response.status !== 403) return false
        if (asRecord((await refusalOf(response))?.data)['ended'] === true) session.rememberRevoked()
        session.clear('accessToken', 'refreshToken')
        return false
      }
      const data = asRecord((await propertiesOf(response))?.['data'])
      const [accessToken, refreshToken] = [textOf(data['access_token']), textOf(data['refresh_token'])]
      if (accessToken === undefined || refreshToken === undefined) return false
      session.write({ accessToken, refreshToken })
      return true
    }).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  /** Turns a failed response into an error (docs/domain.md#error-messages). */
  async function failure(response: Response): Promise<ApiError> {
    if (unreachable.has(response.status)) return noConnection(response.status)
    const body = await refusalOf(response)
    const message = body?.message ?? deps.text('unreadable_answer')
    if ((response.status === 403 || response.status === 500) && tokenMessages.has(message.toLowerCase())) {
      session.clear('accessToken')
    }
    const wait = Number(response.headers.get('retry-after'))
    return new ApiError({
      status: response.status,
      code: body?.code ?? 'unreadable_answer',
      message,
      ...(body && { fields: body.errors, requestId: body.request_id, data: body.data }),
      retryAfter: Number.isFinite(wait) && wait > 0 ? wait : undefined,
    })
  }

  /** Returns whether a rejection can be due to the age of the access token rather than to the request itself. */
  async function isExpired(response: Response): Promise<boolean> {
    if (response.status !== 401 && response.status !== 403) return false
    const code = (await refusalOf(response.clone()))?.code
    return response.status === 401 ? code !== 'invalid_credentials' : code === 'invalid_token'
  }

  /**
   * The only place where a response gets its type. The server's own tests hold it to the contract. Development and
   * tests also validate here; production skips it to save time on phones, and its code has no schemas of answers
   * (`vite/contract.ts`).
   */
  function trust(route: Route, value: unknown): unknown {
    return deps.check ? deps.check(route, value) : value
  }

  async function read<R extends Route>(route: R, response: Response): Promise<Answer<unknown>> {
    if (route.answer === 'file') {
      const data: FileAnswer = {
        blob: await response.blob(),
        name: fileName(response.headers.get('content-disposition')),
      }
      return { data, message: '' }
    }
    const body = await propertiesOf(response)
    if (!body) {
      throw new ApiError({
        status: response.status,
        code: 'unreadable_answer',
        message: deps.text('unreadable_answer'),
      })
    }
    const message = textOf(body['message']) ?? ''
    const data = trust(route, body['data'])
    return { data: route.answer === 'list' ? { items: data, meta: body['meta'] } : data, message }
  }

  async function perform<R extends Route>(route: R, input: CallInput<Route>): Promise<Answer<unknown>> {
    const url = `/api/v1${requestAddress(route, input.params, input.query)}`
    const hasBody = route.method !== 'GET'
    const key = route.idempotent ? (input.idempotencyKey ?? newIdempotencyKey()) : undefined
    const attempt = (token: string | undefined) =>
      send(url, {
        method: route.method,
        ...(input.signal && { signal: input.signal }),
        headers: {
          accept: 'application/json',
          'accept-language': deps.language(),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
          ...(hasBody && !route.files && { 'content-type': 'application/json' }),
        },
        ...(hasBody && { body: route.files ? multipart(input.body, input.files) : JSON.stringify(input.body ?? {}) }),
      })
    // Only the access token was lost: the refresh token can still renew the session.
    const alone =
      input.token === undefined && !session.read('accessToken') && session.read('refreshToken') !== undefined
    if (alone && (route.access.kind === 'signedIn' || route.access.kind === 'can')) await refresh(undefined)
    const token = input.token ?? session.read('accessToken')
    let response = await attempt(token)
    // A call with its own bearer has no session to refresh.
    if (token && input.token === undefined && (await isExpired(response)) && (await refresh(token))) {
      response = await attempt(session.read('accessToken'))
    }
    if (response.ok) return read(route, response)
    const refusal = await failure(response)
    if (refusal.code !== 'confirmation_required' || !(await confirmed())) throw refusal
    response = await attempt(session.read('accessToken'))
    if (!response.ok) throw await failure(response)
    return read(route, response)
  }

  /** Asks for re-authentication. No request counts as pending meanwhile. */
  async function confirmed(): Promise<boolean> {
    if (!deps.confirm) return false
    counted(-1)
    try {
      return await deps.confirm()
    } finally {
      counted(1)
    }
  }

  const ask: Client['ask'] = async <R extends Route>(route: R, ...[input]: CallArguments<R>) => {
    counted(1)
    try {
      // `read` has validated the data against the type that `route.answer` names. The compiler cannot narrow a
      // conditional type.
      return (await perform(route, input ?? {})) as Answer<AnswerOf<R>>
    } finally {
      counted(-1)
    }
  }

  return {
    ask,
    call: async (route, ...input) => (await ask(route, ...input)).data,
    renew: () => refresh(session.read('accessToken')),
    pending: {
      get: () => count,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}
