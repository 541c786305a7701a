import { describe, expect, it, vi } from 'vitest'
import { createSession, memoryStorage, SESSION_KEYS } from './session.ts'

describe('the session', () => {
  it('clears every token before a login and tells its listeners', () => {
    const local = memoryStorage()
    const session = createSession(local, memoryStorage())
    const changed = vi.fn()
    session.subscribe(changed)
    session.write(Object.fromEntries(SESSION_KEYS.map((key) => [key, 'x'])))
    session.clearAll()
    expect(local.length).toBe(0)
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('writes what is given and removes what is undefined', () => {
    const session = createSession(memoryStorage(), memoryStorage())
    session.write({ accessToken: 'a', refreshToken: 'r' })
    session.write({ accessToken: undefined })
    expect([session.read('accessToken'), session.read('refreshToken')]).toEqual([undefined, 'r'])
  })

  it('keeps a session in the tab when it is not to stay on the device, and forgets that with it', () => {
    const [local, tab] = [memoryStorage(), memoryStorage()]
    const session = createSession(local, tab)
    session.keepOnDevice(false)
    session.write({ accessToken: 'a', refreshToken: 'r' })
    expect([local.length, session.read('accessToken'), session.isKeptOnDevice()]).toEqual([0, 'a', false])
    session.clearAll()
    expect([tab.length, session.read('accessToken'), session.isKeptOnDevice()]).toEqual([0, undefined, true])
  })

  it('remembers the address of a registration until it is told otherwise', () => {
    const session = createSession(memoryStorage(), memoryStorage())
    session.rememberRegistration('esi@example.org')
    session.clearAll()
    expect(session.registeredEmail()).toBe('esi@example.org')
    session.rememberRegistration(undefined)
    expect(session.registeredEmail()).toBeUndefined()
  })

  it('remembers the last page once, and never an auth page', () => {
    const session = createSession(memoryStorage(), memoryStorage())
    session.rememberPage('/reservations')
    session.rememberPage('/auth/login')
    expect([session.takeLastPage(), session.takeLastPage()]).toEqual(['/reservations', undefined])
  })
})
