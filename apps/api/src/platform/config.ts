import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** The path prefix of every endpoint of the contract. */
export const API_PREFIX = '/api/v1'

/**
 * Every environment variable that the product reads. .env.example and docs/how-to/run-in-production.md have the same
 * list.
 */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().optional(),
  // An existing folder, on another disk, to which the embedded database copies its log.
  WAL_ARCHIVE: z.string().optional(),
  // Folder of the built web app.
  WEB_DIR: z.string().default(join(import.meta.dirname, '../../../web/dist')),
  // A replica of it, for reads that may be late by DATABASE_REPLICA_LAG seconds.
  DATABASE_REPLICA_URL: z.string().optional(),
  DATABASE_REPLICA_LAG: z.coerce.number().min(0.1).max(600).default(5),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  REDIS_URL: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Shiloh <no-reply@shiloh.example>'),
  SMS_PROVIDER: z.enum(['arkesel', 'hubtel', 'twilio']).optional(),
  SMS_KEY: z.string().optional(),
  SMS_SECRET: z.string().optional(),
  SMS_SENDER: z.string().max(15).default('Shiloh'),
  SMS_URL: z.url().optional(),
  PAYSTACK_SECRET_KEY: z.string().optional(),
  PAYSTACK_URL: z.url().default('https://api.paystack.co'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  ENCRYPTION_KEY: z.string().min(32).optional(),
  // Former values of ENCRYPTION_KEY, newest first, separated by commas. What they sealed and signed stays valid.
  ENCRYPTION_KEYS_FORMER: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32)))
    .optional(),
  // The first owner of an installation without an administrator.
  OWNER_EMAIL: z.email().toLowerCase().optional(),
  DEMO: z.enum(['0', '1']).optional(),
  // Retention of access, error and security logs in days. The audit trail is kept forever.
  LOG_DAYS: z.coerce.number().int().min(7).max(3650).default(180),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  // Who reads the metrics: a bearer token at the public address, or everybody who reaches an address of their own.
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'expected 16 characters or more, without spaces')
    .optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  // Where traces go to, by the names of OpenTelemetry: the base address of a collector that speaks OTLP over HTTP.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('shiloh'),
  // The share of requests that is traced, from 0 to 1.
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05),
  // 1 lets webhooks reach addresses of the own network, without TLS too.
  WEBHOOKS_PRIVATE: z.enum(['0', '1']).default('0'),
  // The addresses of a reverse proxy, so that limits count the visitor and not the proxy.
  TRUST_PROXY: z.string().optional(),
})

/** Names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape)

export interface Config {
  readonly production: boolean
  readonly test: boolean
  readonly port: number
  readonly host: string
  /** Without a trailing slash. Links in mails and QR codes are built from it, never from the Host header. */
  readonly publicUrl: string
  readonly dataDir: string
  /** Folder of the built web app, with `client` and `server`. */
  readonly webDir: string
  readonly databaseUrl: string | undefined
  /** Where the embedded database archives its log. An absolute path. */
  readonly walArchive: string | undefined
  readonly databasePool: number
  /** Serves reads that may be late. */
  readonly replica:
    | {
        readonly url: string
        /** Milliseconds by which it may be late. */
        readonly maxLag: number
      }
    | undefined
  readonly redisUrl: string | undefined
  readonly s3:
    | { endpoint: string | undefined; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
    | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly sms:
    | {
        provider: 'arkesel' | 'hubtel' | 'twilio'
        key: string
        secret: string
        sender: string
        url: string | undefined
      }
    | undefined
  readonly paystack: { secretKey: string; url: string } | undefined
  readonly stripe: { secretKey: string; webhookSecret: string } | undefined
  /**
   * Master keys of 32 bytes each, from which every key of the product is derived: the current one, then former ones.
   */
  readonly masterKeys: readonly [Buffer, ...Buffer[]]
  readonly ownerEmail: string | undefined
  readonly demo: boolean
  readonly logDays: number
  readonly logLevel: string
  readonly trustProxy: string | undefined
  /** Webhooks may reach addresses that are not on the internet. */
  readonly webhooksPrivate: boolean
  /** Where metrics can be read. Undefined: nothing is counted. */
  readonly metrics:
    | {
        /** Opens `/metrics` at the public address. */
        readonly token: string | undefined
        /** A listener of its own, without a token. */
        readonly listener: { readonly port: number; readonly host: string } | undefined
      }
    | undefined
  /** Where traces are sent to. Undefined: there are none. */
  readonly traces:
    | {
        /** The address that takes spans. */
        readonly url: string
        /** Of the requests, from 0 to 1. */
        readonly share: number
        /** The name of this installation among others. */
        readonly service: string
      }
    | undefined
}

/** An unusable configuration. The message names the variable and the reason. */
export class ConfigError extends Error {}

const masterKey = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Outside production, a key is created once and kept in the data directory, readable only by its owner. */
const developmentKey = (dataDir: string): string => {
  const file = join(dataDir, 'encryption.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}

/** Reads and checks the environment once, at startup. @throws ConfigError naming the variable */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  const dataDir = resolve(e.DATA_DIR)
  if (production && !e.ENCRYPTION_KEY)
    throw new ConfigError('ENCRYPTION_KEY: required in production (32 characters or more)')
  if (production && !e.PUBLIC_URL) throw new ConfigError('PUBLIC_URL: required in production')
  if (e.WAL_ARCHIVE && /["'\\$`%]/.test(e.WAL_ARCHIVE))
    throw new ConfigError('WAL_ARCHIVE: the path must not contain quotes, backslashes, %, $ or `')
  if (e.STRIPE_SECRET_KEY && !e.STRIPE_WEBHOOK_SECRET)
    throw new ConfigError('STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY')
  if (e.SMS_PROVIDER && !e.SMS_KEY) throw new ConfigError('SMS_KEY: required with SMS_PROVIDER')
  if (e.DATABASE_REPLICA_URL && !e.DATABASE_URL)
    throw new ConfigError('DATABASE_REPLICA_URL: the embedded database has no replica. Set DATABASE_URL, too')
  if (e.S3_BUCKET && !(e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY))
    throw new ConfigError('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: required with S3_BUCKET')
  return {
    production,
    test: e.NODE_ENV === 'test',
    port: e.PORT,
    host: e.HOST,
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    dataDir,
    webDir: resolve(e.WEB_DIR),
    databaseUrl: e.DATABASE_URL,
    walArchive: e.WAL_ARCHIVE === undefined ? undefined : resolve(e.WAL_ARCHIVE),
    databasePool: e.DATABASE_POOL,
    replica: e.DATABASE_REPLICA_URL
      ? { url: e.DATABASE_REPLICA_URL, maxLag: e.DATABASE_REPLICA_LAG * 1000 }
      : undefined,
    redisUrl: e.REDIS_URL,
    s3:
      e.S3_BUCKET && e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: e.S3_ENDPOINT,
            bucket: e.S3_BUCKET,
            region: e.S3_REGION,
            accessKeyId: e.S3_ACCESS_KEY_ID,
            secretAccessKey: e.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    sms:
      e.SMS_PROVIDER && e.SMS_KEY
        ? { provider: e.SMS_PROVIDER, key: e.SMS_KEY, secret: e.SMS_SECRET ?? '', sender: e.SMS_SENDER, url: e.SMS_URL }
        : undefined,
    paystack: e.PAYSTACK_SECRET_KEY ? { secretKey: e.PAYSTACK_SECRET_KEY, url: e.PAYSTACK_URL } : undefined,
    stripe:
      e.STRIPE_SECRET_KEY && e.STRIPE_WEBHOOK_SECRET
        ? { secretKey: e.STRIPE_SECRET_KEY, webhookSecret: e.STRIPE_WEBHOOK_SECRET }
        : undefined,
    masterKeys: [
      masterKey(e.ENCRYPTION_KEY ?? developmentKey(dataDir)),
      ...(e.ENCRYPTION_KEYS_FORMER ?? []).map(masterKey),
    ],
    ownerEmail: e.OWNER_EMAIL,
    demo: e.DEMO ? e.DEMO === '1' : !production,
    logDays: e.LOG_DAYS,
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY,
    webhooksPrivate: e.WEBHOOKS_PRIVATE === '1',
    metrics:
      e.METRICS_TOKEN !== undefined || e.METRICS_PORT !== undefined
        ? {
            token: e.METRICS_TOKEN,
            listener: e.METRICS_PORT === undefined ? undefined : { port: e.METRICS_PORT, host: e.METRICS_HOST },
          }
        : undefined,
    traces:
      e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            url: `${e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
            share: e.OTEL_TRACES_SAMPLER_ARG,
            service: e.OTEL_SERVICE_NAME,
          },
  }
}
