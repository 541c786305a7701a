import { connect, type Socket } from 'node:net'

/**
 * Clients that only send requests and read the status, because a load generator uses the same cores as the server that
 * it measures.
 */
export interface LoadClients {
  status(method: string, path: string, headers: Readonly<Record<string, string>>, body: string): Promise<number>
  close(): void
}

const END_OF_HEAD = '\r\n\r\n'

interface Client {
  readonly socket: Socket
  /** The part of the awaited response received so far. latin1, so that a character is a byte. */
  received: string
  settle: { resolve(status: number): void; reject(error: Error): void } | undefined
}

/** Returns the status of a complete response with a content-length, or undefined while it is incomplete. */
const statusOf = (received: string): number | undefined => {
  const head = received.indexOf(END_OF_HEAD)
  if (head === -1) return undefined
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1]
  if (length === undefined) throw new Error(`an answer without content-length: ${received.slice(0, head)}`)
  return received.length < head + END_OF_HEAD.length + Number(length) ? undefined : Number(received.slice(9, 12))
}

/** Opens connections to 127.0.0.1 that stay open, one per concurrent request. */
export const openLoadClients = (port: number): LoadClients => {
  let idle: Client[] = []
  const all: Client[] = []

  const open = (): Client => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1')
    const client: Client = { socket, received: '', settle: undefined }
    all.push(client)
    const fail = (error: Error) => client.settle?.reject(error)
    socket.on('error', fail)
    socket.on('close', () => {
      // The server closes what was idle for long.
      idle = idle.filter((other) => other !== client)
      fail(new Error('the connection was closed'))
    })
    socket.on('data', (text: string) => {
      client.received += text
      try {
        const status = statusOf(client.received)
        if (status === undefined) return
        const { settle } = client
        client.received = ''
        client.settle = undefined
        idle.push(client)
        settle?.resolve(status)
      } catch (error) {
        fail(error instanceof Error ? error : new Error('an answer could not be read'))
      }
    })
    return client
  }

  return {
    status: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const client = idle.pop() ?? open()
        client.settle = { resolve, reject }
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        client.socket.write(
          `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }),
    close: () => {
      for (const { socket } of all) socket.destroy()
    },
  }
}
