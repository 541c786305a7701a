import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger

/** Names of fields that never reach a log, wherever they stand. */
const SECRET = [
  'password',
  'password_confirmation',
  'current_password',
  'token',
  'access_token',
  'refresh_token',
  'mfa_token',
  'code',
  'secret',
  'authorization',
  'cookie',
  'recovery_code',
]

export const openLog = (level: string): Log =>
  pino({
    level,
    base: null,
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
  })
