import { describe, expect, it, vi } from 'vitest'
import { backOff, keepConnected, maxAttempts } from './socket.ts'

function fakeSocket() {
  const listeners = new Map<string, (...values: unknown[]) => void>()
  return {
    on: vi.fn((event: string, listener: (...values: unknown[]) => void) => void listeners.set(event, listener)),
    off: vi.fn((event: string) => void listeners.delete(event)),
    connect: vi.fn(),
    disconnect: vi.fn(),
    emit: (event: string, value?: unknown) => listeners.get(event)?.(value),
  }
}

const neverAsked = vi.fn(async () => true)

describe('a refused token', () => {
  const setup = (renewed: boolean) => {
    const socket = fakeSocket()
    const onLost = vi.fn()
    keepConnected(socket, onLost, async () => renewed, {
      after: (_, work) => {
        work()
        return () => {}
      },
    })
    return { socket, onLost }
  }

  it('is renewed, and the socket connects again', async () => {
    const { socket } = setup(true)
    socket.emit('connect_error', new Error('invalid_token'))
    await vi.waitFor(() => expect(socket.connect).toHaveBeenCalledOnce())
  })

  it('ends it quietly when the session is over', async () => {
    const { socket, onLost } = setup(false)
    socket.emit('connect_error', new Error('invalid_token'))
    await Promise.resolve()
    expect([socket.connect.mock.calls.length, onLost.mock.calls.length]).toEqual([0, 0])
  })
})

describe('the back-off', () => {
  it('is 100 × 2^n, at most ten times, then says so once', () => {
    const socket = fakeSocket()
    const waits: number[] = []
    const onLost = vi.fn()
    keepConnected(socket, onLost, neverAsked, {
      after: (ms, work) => {
        waits.push(ms)
        work()
        return () => {}
      },
    })
    for (let i = 0; i <= maxAttempts; i++) socket.emit('connect_error')
    expect(waits).toEqual(Array.from({ length: 10 }, (_, n) => backOff(n)))
    expect(waits.slice(0, 3)).toEqual([100, 200, 400])
    expect(socket.connect).toHaveBeenCalledTimes(10)
    expect(onLost).toHaveBeenCalledOnce()
  })

  it('begins anew after a connection, and not at all when closed by us', () => {
    const socket = fakeSocket()
    const waits: number[] = []
    keepConnected(socket, () => {}, neverAsked, {
      after: (ms) => {
        waits.push(ms)
        return () => {}
      },
    })
    socket.emit('disconnect', 'transport close')
    socket.emit('connect')
    socket.emit('disconnect', 'transport close')
    socket.emit('disconnect', 'io client disconnect')
    expect(waits).toEqual([100, 100])
  })
})
