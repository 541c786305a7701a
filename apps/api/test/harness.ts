import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BodyIn, DataOf, ListMeta, ParamsIn, QueryIn, Route, UserType } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import { type App, openApp } from '../src/app.ts'
import { signAccessToken } from '../src/platform/auth/access-token.ts'
import { API_PREFIX, readConfig } from '../src/platform/config.ts'
import { newId, type Random, systemRandom } from '../src/platform/random.ts'
import { ensureBaseline } from '../src/seed/baseline.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** An account that a test calls as. */
export interface TestAccount {
  readonly id: string
  readonly email: string
  readonly sessionId: string
}

interface AccountOptions {
  readonly type?: UserType
  readonly email?: string
  /** For an administrator. */
  readonly permissions?: readonly Permission[]
  /** Columns of `users` in addition to the usual ones. */
  readonly columns?: Readonly<Record<string, unknown>>
}

export interface TestAnswer<T> {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The payload. Undefined for a failure. */
  readonly data: T
  readonly meta: ListMeta
  readonly code: string | undefined
  readonly message: string
  readonly errors: readonly { field: string; code: string; message: string }[]
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly raw: Buffer
}

interface CallOptions<T extends Route> {
  readonly params?: ParamsIn<T>
  readonly query?: QueryIn<T>
  /** Hostile inputs are sent unchanged. */
  readonly body?: BodyIn<T> | unknown
  readonly as?: TestAccount | undefined
  /** A purpose token (or any other bearer) instead of an account. */
  readonly bearer?: string
  readonly headers?: Readonly<Record<string, string>>
  /** multipart/form-data: text fields from `body`, and these files. */
  readonly files?: readonly { field: string; name: string; bytes: Buffer; mime?: string }[]
}

/** A clock that the test sets and moves. */
export interface TestClock {
  (): Date
  set(date: Date | string): void
  forward(minutes: number): void
}

export const testClock = (start: Date | string = '2026-11-21T08:00:00Z'): TestClock => {
  let now = new Date(start)
  return Object.assign(() => new Date(now), {
    set: (date: Date | string) => {
      now = new Date(date)
    },
    forward: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  })
}

export interface TestApp {
  readonly app: App
  readonly clock: TestClock
  readonly database: TestDatabase
  account(options?: AccountOptions): Promise<TestAccount>
  tokenOf(account: TestAccount): Promise<string>
  call<T extends Route>(
    route: T,
    options?: CallOptions<T>,
  ): Promise<TestAnswer<T['answer'] extends 'list' ? DataOf<T>[] : DataOf<T>>>
  /** Runs due jobs, then returns the messages to this recipient, newest first. */
  outbox(to: string): Promise<{ subject: string; text: string; links: string[]; codes: string[] }[]>
  close(): Promise<void>
}

const LINK = /https?:\/\/[^\s<>"]+/g

const multipartBody = (
  fields: unknown,
  files: NonNullable<CallOptions<Route>['files']>,
): { type: string; body: Buffer } => {
  const boundary = 'shiloh-test-boundary'
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(fields ?? {}))
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`),
    )
  for (const file of files)
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.name}"\r\nContent-Type: ${file.mime ?? 'application/octet-stream'}\r\n\r\n`,
      ),
      file.bytes,
      Buffer.from('\r\n'),
    )
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) }
}

/**
 * The whole application on a separate database, with a clock that the test moves. Answers are checked against the
 * contract.
 */
export const testApp = async (
  options: { clock?: TestClock; random?: Random; database?: TestDatabase; env?: Record<string, string> } = {},
): Promise<TestApp> => {
  const clock = options.clock ?? testClock()
  const random = options.random ?? systemRandom
  const database = options.database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'shiloh-test-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://shiloh.test',
    LOG_LEVEL: 'silent',
    ENCRYPTION_KEY: 'a key that only the tests of this product use',
    ...options.env,
  })
  const app = await openApp({ config, databaseUrl: database.url, clock, random })
  await ensureBaseline(app.deps)
  await app.server.ready()
  let counter = 0

  const account = async ({
    type = 'user',
    email,
    permissions = [],
    columns = {},
  }: AccountOptions = {}): Promise<TestAccount> => {
    counter += 1
    const row: Record<string, unknown> = {
      id: newId(clock(), random),
      user_type: type,
      status: 'approved',
      email: email ?? `${type}-${counter}-${random.bytes(3).toString('hex')}@shiloh.test`,
      email_confirmed_at: clock(),
      first_name: 'Ama',
      last_name: `Mensah ${counter}`,
      phone: `+23324${String(1_000_000 + counter)}`,
      phone_verified_at: clock(),
      gender: 'female',
      country_code: 'GH',
      has_completed_basic_requirement: true,
      has_completed_additional_requirement: true,
      ...columns,
    }
    const names = Object.keys(row)
    await database.pool.query(
      `insert into users (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    )
    const userId = String(row['id'])
    if (permissions.length > 0) {
      const { rows: policy } = await database.pool.query<{ id: string }>(
        `insert into policies (name) values ($1) returning id`,
        [`test policy ${userId}`],
      )
      const { rows: role } = await database.pool.query<{ id: string }>(
        `insert into roles (name) values ($1) returning id`,
        [`test role ${userId}`],
      )
      await database.pool.query(
        `insert into policy_permissions (policy_id, permission_id)
         select $1, p.id from permissions p join resources r on r.id = p.resource_id join resource_actions a on a.id = p.action_id
         where r.name || '.' || a.name = any($2)`,
        [policy[0]?.id, permissions],
      )
      await database.pool.query(`insert into role_policies values ($1, $2)`, [role[0]?.id, policy[0]?.id])
      await database.pool.query(`insert into user_roles values ($1, $2)`, [userId, role[0]?.id])
    }
    const sessionId = newId(clock(), random)
    await database.pool.query(
      `insert into sessions (id, user_id, refresh_hash, expires_at, created_at, confirmed_at)
       values ($1, $2, $3, $4, $5, $5)`,
      [sessionId, userId, random.bytes(16).toString('hex'), new Date(clock().getTime() + 365 * 86_400_000), clock()],
    )
    return { id: userId, email: String(row['email']), sessionId }
  }

  const tokenOf = (who: TestAccount) =>
    signAccessToken(app.deps.crypto, clock(), { sessionId: who.sessionId, userId: who.id })

  return {
    app,
    clock,
    database,
    account,
    tokenOf,
    call: async (route, callOptions = {}) => {
      const params: Record<string, unknown> = Object(callOptions.params ?? {})
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(Object(callOptions.query ?? {})))
        for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
      const bearer = callOptions.bearer ?? (callOptions.as ? await tokenOf(callOptions.as) : undefined)
      const multipart = callOptions.files ? multipartBody(callOptions.body, callOptions.files) : undefined
      const response = await app.server.inject({
        method: route.method,
        url: `${API_PREFIX}${path}${query.size > 0 ? `?${query}` : ''}`,
        headers: {
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...(multipart
            ? { 'content-type': multipart.type }
            : route.method === 'GET'
              ? {}
              : { 'content-type': 'application/json' }),
          ...callOptions.headers,
        },
        ...(multipart
          ? { payload: multipart.body }
          : route.method === 'GET'
            ? {}
            : { payload: JSON.stringify(callOptions.body ?? {}) }),
      })
      const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
      const json: Record<string, unknown> = isJson && response.rawPayload.length > 0 ? response.json() : {}
      return {
        status: response.statusCode,
        headers: response.headers,
        data: json['code'] === undefined ? (json['data'] as never) : (undefined as never),
        meta: json['meta'] as ListMeta,
        code: json['code'] as string | undefined,
        message: String(json['message'] ?? ''),
        errors: (json['errors'] ?? []) as TestAnswer<unknown>['errors'],
        details: json['code'] === undefined ? undefined : (json['data'] as Record<string, unknown> | undefined),
        raw: response.rawPayload,
      }
    },
    outbox: async (to) => {
      await app.deps.jobs.drain()
      const { rows } = await database.pool.query<{ subject: string | null; body: string | null }>(
        `select subject, body from messages where lower(recipient) = lower($1) and status = 'sent' order by created_at desc, id desc`,
        [to],
      )
      return rows.map(({ subject, body }) => ({
        subject: subject ?? '',
        text: body ?? '',
        links: (body ?? '').match(LINK) ?? [],
        codes: (body ?? '').replace(LINK, '').match(/(?<!\d)\d{6}(?!\d)/g) ?? [],
      }))
    },
    close: async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
      if (!options.database) await database.close()
    },
  }
}
