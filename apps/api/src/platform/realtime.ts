import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createAdapter as postgresAdapter } from '@socket.io/postgres-adapter'
import { createAdapter as redisAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { Server } from 'socket.io'
import { z } from 'zod'
import type { Caller } from './auth/auth.store.ts'
import { type Config, ConfigError } from './config.ts'
import type { Log } from './log/log.ts'

/** A hint that something changed. Clients then fetch the data from the API, with their own permissions. */
export interface RealtimeEvent {
  readonly room: string
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Realtime {
  publish(events: readonly RealtimeEvent[]): void
  attach(server: HttpServer): Promise<void>
  /** Closes sockets of this process whose session has ended. A timer does it too. */
  closeEnded(): Promise<void>
  /** Open sockets of this process. */
  sockets(): number
  close(): Promise<void>
}

/** Decides who can listen: when a socket opens, and again while it is open. */
export interface Listeners {
  listenerOf(accessToken: string): Promise<Caller | undefined>
  listening(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** This hint is not sent to the sockets of the room. It closes them, on every process. */
export const SESSION_ENDED = 'session.ended'

export const userRoom = (userId: string): string => `user:${userId}`
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`

/** Identical hints within this many milliseconds are sent once: a hot event changes thousands of times a second. */
const COALESCE_MS = 250
/**
 * A session can expire, or its end may not have been received here. So each open socket is checked at this interval, in
 * milliseconds.
 */
const LOOK_AGAIN_MS = 30_000

/** The event between processes, and how many hints fit into one notification of PostgreSQL. */
const HINTS = 'hints'
const HINTS_AT_ONCE = 50
const hints = z.array(z.object({ room: z.string(), event: z.string(), data: z.record(z.string(), z.unknown()) }))

/** Returns the rooms that an account can hear: its own and, for staff, those of their work. */
const roomsOf = (caller: Caller): string[] => [
  sessionRoom(caller.sessionId),
  userRoom(caller.id),
  ...(caller.userType === 'admin' ? ['staff'] : []),
  ...(caller.userType === 'checkin_user' ? ['gate'] : []),
]

/**
 * Returns whether a socket comes from one of our pages: by the configured origin, or by the host it was called on.
 * Clients other than browsers send no Origin, and have no session of somebody else to abuse.
 */
export const isOwnOrigin = ({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean => {
  const { origin, host } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && (origin === new URL(publicUrl).origin || new URL(origin).host === host)
}

/** Milliseconds within which Redis has to answer at startup. */
const REDIS_MS = 5000

/**
 * Logs failures of these commands. The adapter does not await them, so an unhandled rejection would end the process.
 */
const takeFailures = (client: Redis, commands: readonly string[], log: Log): void => {
  for (const name of commands) {
    const command: unknown = Reflect.get(client, name)
    if (typeof command !== 'function') throw new Error(`the Redis client has no ${name}`)
    Object.defineProperty(client, name, {
      value: (...given: unknown[]) => {
        const sent: unknown = Reflect.apply(command, client, given)
        return sent instanceof Promise ? sent.catch((error: unknown) => log.warn({ err: error }, 'redis')) : sent
      },
    })
  }
}

/**
 * Opens two connections, one to publish and one to subscribe. Later failures are logged, and the connections recover by
 * themselves.
 * @throws ConfigError when Redis does not answer
 */
const openRedis = async (url: string, log: Log): Promise<readonly [Redis, Redis]> => {
  // A hint that cannot be sent immediately is dropped rather than queued.
  const publisher = new Redis(url, {
    lazyConnect: true,
    connectTimeout: REDIS_MS,
    maxRetriesPerRequest: 1,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
  })
  let reason: unknown
  publisher.on('error', (error) => {
    reason = error
    log.warn({ err: error }, 'redis')
  })
  const answer = publisher.connect().then(() => publisher.ping())
  const pong = await Promise.race([answer.catch((error: unknown) => error), delay(REDIS_MS, 'nothing in time')])
  if (pong !== 'PONG') {
    answer.catch(() => undefined)
    publisher.disconnect()
    const cause = reason ?? pong
    throw new ConfigError(
      `REDIS_URL: no Redis answers there (${cause instanceof Error ? cause.message : String(cause)})`,
    )
  }
  const subscriber = publisher.duplicate({ lazyConnect: false, maxRetriesPerRequest: null })
  subscriber.on('error', (error) => log.warn({ err: error }, 'redis'))
  takeFailures(publisher, ['publish'], log)
  takeFailures(subscriber, ['subscribe', 'psubscribe', 'unsubscribe', 'punsubscribe'], log)
  return [publisher, subscriber]
}

export const openRealtime = (config: Config, pool: pg.Pool, log: Log, listeners: Listeners): Realtime => {
  let io: Server | undefined
  let redis: readonly Redis[] = []
  let waiting = new Map<string, RealtimeEvent>()
  let timer: NodeJS.Timeout | undefined
  let lookAgain: NodeJS.Timeout | undefined

  const emitHere = (events: readonly RealtimeEvent[]) => {
    for (const { room, event, data } of events) {
      if (event === SESSION_ENDED) io?.local.in(room).disconnectSockets(true)
      else io?.local.to(room).emit(event, data)
    }
  }

  const flush = () => {
    timer = undefined
    const events = [...waiting.values()]
    waiting = new Map()
    emitHere(events)
    // One message to the other processes for many hints. Each process forwards them to its own sockets.
    for (let from = 0; from < events.length; from += HINTS_AT_ONCE)
      io?.serverSideEmit(HINTS, JSON.stringify(events.slice(from, from + HINTS_AT_ONCE)))
  }

  const closeEnded = async () => {
    const sockets = [...(io?.of('/').sockets.values() ?? [])]
    if (sockets.length === 0) return
    const sessionOf = (socket: (typeof sockets)[number]) => String(socket.data.sessionId)
    const alive = await listeners.listening([...new Set(sockets.map(sessionOf))])
    for (const socket of sockets) if (!alive.has(sessionOf(socket))) socket.disconnect(true)
  }

  return {
    publish: (events) => {
      if (!io) return
      for (const event of events) waiting.set(`${event.room}\n${event.event}\n${JSON.stringify(event.data)}`, event)
      if (waiting.size > 0) timer ??= setTimeout(flush, COALESCE_MS)
    },
    attach: async (server) => {
      io = new Server(server, {
        path: '/socket.io',
        transports: ['websocket'],
        serveClient: false,
        maxHttpBufferSize: 10_000,
        allowRequest: (request, decide) => decide(null, isOwnOrigin(request, config.publicUrl)),
      })
      if (config.redisUrl) {
        redis = await openRedis(config.redisUrl, log)
        const [publisher, subscriber] = redis
        io.adapter(redisAdapter(publisher, subscriber))
      } else {
        io.adapter(postgresAdapter(pool, { errorHandler: (error) => log.warn({ err: error }, 'realtime') }))
      }
      io.on(HINTS, (text: string) => emitHere(hints.parse(JSON.parse(text))))
      io.use((socket, next) => {
        const token: unknown = socket.handshake.auth['token']
        if (typeof token !== 'string') {
          next(new Error('not_signed_in'))
          return
        }
        listeners.listenerOf(token).then(
          (caller) => {
            if (!caller) {
              next(new Error('invalid_token'))
              return
            }
            socket.data.sessionId = caller.sessionId
            void socket.join(roomsOf(caller))
            next()
          },
          () => next(new Error('internal_error')),
        )
      })
      lookAgain = setInterval(() => {
        closeEnded().catch((error: unknown) => log.warn({ err: error }, 'realtime'))
      }, LOOK_AGAIN_MS)
    },
    closeEnded,
    sockets: () => io?.of('/').sockets.size ?? 0,
    close: async () => {
      clearTimeout(timer)
      clearInterval(lookAgain)
      await io?.close()
      for (const client of redis) client.disconnect()
    },
  }
}
