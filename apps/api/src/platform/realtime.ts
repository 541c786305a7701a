import type { Server as HttpServer } from 'node:http'
import { createAdapter as postgresAdapter } from '@socket.io/postgres-adapter'
import { createAdapter as redisAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { Server } from 'socket.io'
import type { Caller } from './auth.store.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** A hint that something changed; whoever needs the data asks the API for it, with their own permissions. */
export interface RealtimeEvent {
  readonly room: string
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Realtime {
  publish(events: readonly RealtimeEvent[]): void
  attach(server: HttpServer): Promise<void>
  close(): Promise<void>
}

/** Equal hints within this time are sent once: a hot event changes thousands of times a second. */
const COALESCE_MS = 250

/** The rooms an account may hear: its own, and for staff those of their work. */
const roomsOf = (caller: Caller): string[] => [
  `user:${caller.id}`,
  ...(caller.userType === 'admin' ? ['staff'] : []),
  ...(caller.userType === 'checkin_user' ? ['gate'] : []),
]

export const openRealtime = (
  config: Config,
  pool: pg.Pool,
  log: Log,
  authenticate: (token: string) => Promise<Caller | undefined>,
): Realtime => {
  let io: Server | undefined
  let redis: Redis[] = []
  let waiting = new Map<string, RealtimeEvent>()
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    const events = waiting
    waiting = new Map()
    for (const { room, event, data } of events.values()) io?.to(room).emit(event, data)
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
      })
      if (config.redisUrl) {
        const publisher = new Redis(config.redisUrl)
        const subscriber = publisher.duplicate()
        redis = [publisher, subscriber]
        io.adapter(redisAdapter(publisher, subscriber))
      } else {
        io.adapter(postgresAdapter(pool, { errorHandler: (error) => log.warn({ err: error }, 'realtime') }))
      }
      io.use((socket, next) => {
        const token: unknown = socket.handshake.auth['token']
        if (typeof token !== 'string') {
          next(new Error('not_signed_in'))
          return
        }
        authenticate(token).then(
          (caller) => {
            if (!caller) {
              next(new Error('invalid_token'))
              return
            }
            void socket.join(roomsOf(caller))
            next()
          },
          () => next(new Error('internal_error')),
        )
      })
    },
    close: async () => {
      clearTimeout(timer)
      await io?.close()
      for (const client of redis) client.disconnect()
    },
  }
}
