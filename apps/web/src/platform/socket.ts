/**
 * Number of failed attempts before a message is shown. Attempts continue without end (docs/domain.md#error-messages).
 */
export const toldAfter = 10
/**
 * Returns the milliseconds before the n-th attempt to reconnect: 100 × 2^n, at least 500, constant from the tenth
 * (docs/domain.md#formats-and-limits).
 */
export const backOff = (attempt: number): number => Math.max(500, 100 * 2 ** Math.min(attempt, toldAfter - 1))

/** The server's responses to a token without access. */
const refusals: ReadonlySet<string> = new Set(['invalid_token', 'not_signed_in'])

export interface Realtime {
  /** Listens to one kind of event from the server. Call the returned function to stop. */
  on: (event: string, listener: (payload: unknown) => void) => () => void
  close: () => void
}

type Listener = (...values: unknown[]) => void

/** The part of a socket that we use. */
interface SocketLike {
  on: (event: string, listener: Listener) => unknown
  off: (event: string, listener: Listener) => unknown
  connect: () => unknown
  disconnect: () => unknown
}

interface Schedule {
  readonly after: (ms: number, work: () => void) => () => void
}

const timers: Schedule = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Keeps one socket connected with our own back-off; the library's adds jitter and a ceiling.
 * @param onLost called with true after ten failed attempts, and with false once the connection is back
 * @param renew gets a new token after the old one was rejected. False means that the session is over; then there are no
 * more attempts.
 */
export function keepConnected(
  socket: SocketLike,
  onLost: (isLost: boolean) => void,
  renew: () => Promise<boolean>,
  schedule: Schedule = timers,
): Realtime {
  let attempt = 0
  let cancel = () => {}
  const retry = () => {
    if (attempt === toldAfter) onLost(true)
    cancel = schedule.after(backOff(attempt), () => socket.connect())
    attempt += 1
  }
  const onConnectError = (error: unknown) => {
    if (!(error instanceof Error && refusals.has(error.message))) {
      retry()
      return
    }
    // The check of the session failed: treated like any other failure.
    renew().then((renewed) => renewed && retry(), retry)
  }
  const onConnect = () => {
    attempt = 0
    onLost(false)
  }
  const onDisconnect = (reason: unknown) => {
    // We closed it ourselves: no reconnection.
    if (reason !== 'io client disconnect') retry()
  }
  socket.on('connect', onConnect)
  socket.on('connect_error', onConnectError)
  socket.on('disconnect', onDisconnect)
  return {
    on(event, listener) {
      socket.on(event, listener)
      return () => void socket.off(event, listener)
    },
    close() {
      cancel()
      socket.off('connect', onConnect)
      socket.off('connect_error', onConnectError)
      socket.off('disconnect', onDisconnect)
      socket.disconnect()
    },
  }
}

/** Opens the realtime connection. Only areas that listen load the library. */
export async function openRealtime(
  token: () => string | undefined,
  renew: () => Promise<boolean>,
  onLost: (isLost: boolean) => void,
): Promise<Realtime> {
  const { io } = await import('socket.io-client')
  const socket = io({
    transports: ['websocket'],
    reconnection: false,
    auth: (answer) => answer({ token: token() }),
  })
  return keepConnected(socket, onLost, renew)
}
