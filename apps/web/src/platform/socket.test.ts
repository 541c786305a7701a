import { describe, expect, it, vi } from 'vitest'
import { keepConnected, toldAfter } from './socket.ts'

/** Waits for as long as a loaded machine needs. */
const patiently = <T>(check: () => T) => vi.waitFor(check, { timeout: 5000 })

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
    await patiently(() => expect(socket.connect).toHaveBeenCalledOnce())
  })

  it('ends it quietly when the session is over', async () => {
    const { socket, onLost } = setup(false)
    socket.emit('connect_error', new Error('invalid_token'))
    await Promise.resolve()
    expect([socket.connect.mock.calls.length, onLost.mock.calls.length]).toEqual([0, 0])
  })
})

describe('the back-off', () => {
  it('is 100 × 2^n and no less than 500 ms, without end; says so after ten failures, and when it is back', () => {
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
    for (let i = 0; i < toldAfter; i++) socket.emit('connect_error')
    expect(onLost).not.toHaveBeenCalled()
    for (let i = 0; i < 90; i++) socket.emit('connect_error')
    expect(waits.slice(0, 11)).toEqual([500, 500, 500, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 51_200])
    expect(waits.at(-1)).toBe(51_200)
    expect(socket.connect).toHaveBeenCalledTimes(100)
    expect(onLost.mock.calls).toEqual([[true]])
    socket.emit('connect')
    expect(onLost.mock.calls).toEqual([[true], [false]])
    socket.emit('disconnect', 'transport close')
    expect(waits.at(-1)).toBe(500)
  })

  it('starts again after a connection, and not at all when closed by us', () => {
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
    expect(waits).toEqual([500, 500])
  })
})
