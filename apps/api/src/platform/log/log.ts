import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger

/** Names of fields that are removed from logs at any depth. */
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
