import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** The part of Redis that hints need. It can be started, cut off and started again on the same port. */
export interface RedisServer {
  readonly url: string
  start(): Promise<void>
  /** From now on, subscriptions get no answer. */
  silence(): void
  /** Cuts every connection and accepts no new ones. */
  stop(): Promise<void>
}

const bulk = (value: Buffer | string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')])
}
const array = (...items: readonly Buffer[]): Buffer => Buffer.concat([Buffer.from(`*${items.length}\r\n`), ...items])
const integer = (value: number): Buffer => Buffer.from(`:${value}\r\n`)

/** Returns the complete commands at the start of the received bytes, and the rest. */
const commandsIn = (received: Buffer): { commands: Buffer[][]; rest: Buffer } => {
  const commands: Buffer[][] = []
  let rest = received
  for (;;) {
    let at = rest.indexOf('\r\n')
    if (at < 0) return { commands, rest }
    const count = Number(rest.subarray(1, at).toString())
    const parts: Buffer[] = []
    at += 2
    while (parts.length < count) {
      const end = rest.indexOf('\r\n', at)
      if (end < 0) return { commands, rest }
      const length = Number(rest.subarray(at + 1, end).toString())
      if (rest.length < end + length + 4) return { commands, rest }
      parts.push(rest.subarray(end + 2, end + 2 + length))
      at = end + length + 4
    }
    commands.push(parts)
    rest = rest.subarray(at)
  }
}

const isMatch = (pattern: string, channel: string): boolean =>
  pattern.endsWith('*') ? channel.startsWith(pattern.slice(0, -1)) : pattern === channel

export const redisServer = async (): Promise<RedisServer> => {
  let silent = false
  const listening = new Map<Socket, { channels: Set<string>; patterns: Set<string> }>()

  const answer = (socket: Socket, [command, ...given]: readonly Buffer[]): void => {
    const mine = listening.get(socket)
    const name = command?.toString().toUpperCase()
    if (silent && name?.endsWith('SUBSCRIBE')) return
    if (name === 'SUBSCRIBE' || name === 'PSUBSCRIBE') {
      const set = name === 'SUBSCRIBE' ? mine?.channels : mine?.patterns
      for (const one of given) {
        set?.add(one.toString())
        socket.write(array(bulk(name.toLowerCase()), bulk(one), integer(set?.size ?? 0)))
      }
    } else if (name === 'PUBLISH') {
      const [channel = Buffer.of(), message = Buffer.of()] = given
      for (const [other, { channels, patterns }] of listening) {
        if (channels.has(channel.toString())) other.write(array(bulk('message'), bulk(channel), bulk(message)))
        for (const pattern of patterns)
          if (isMatch(pattern, channel.toString()))
            other.write(array(bulk('pmessage'), bulk(pattern), bulk(channel), bulk(message)))
      }
      socket.write(integer(1))
    } else if (name === 'PING') socket.write('+PONG\r\n')
    // Like a server from before RESP3: the client continues with RESP2.
    else if (name === 'HELLO') socket.write("-ERR unknown command 'hello'\r\n")
    else if (name === 'INFO') socket.write(bulk('loading:0\r\n'))
    else socket.write('+OK\r\n')
  }

  const server = createServer((socket) => {
    listening.set(socket, { channels: new Set(), patterns: new Set() })
    let received = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      const { commands, rest } = commandsIn(Buffer.concat([received, bytes]))
      received = Buffer.from(rest)
      for (const command of commands) answer(socket, command)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => listening.delete(socket))
  })
  let port = 0
  const start = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : port
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    silence: () => {
      silent = true
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of listening.keys()) socket.destroy()
      await closed
    },
  }
}
