import { describe, expect, it, vi } from 'vitest'
import { createSession, memoryStorage, SESSION_KEYS } from './session.ts'

describe('the session', () => {
  it('clears every token before a login and tells its listeners', () => {
    const local = memoryStorage()
    const session = createSession(local, memoryStorage(), () => true)
    const changed = vi.fn()
    session.subscribe(changed)
    session.write(Object.fromEntries(SESSION_KEYS.map((key) => [key, 'x'])))
    session.clearAll()
    expect(local.length).toBe(0)
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('writes what is given and removes what is undefined', () => {
    const session = createSession(memoryStorage(), memoryStorage(), () => true)
    session.write({ accessToken: 'a', refreshToken: 'r' })
    session.write({ accessToken: undefined })
    expect([session.read('accessToken'), session.read('refreshToken')]).toEqual([undefined, 'r'])
  })

  it('is over when the browser was closed, unless it was to stay on the device', () => {
    const isOpenAfterClosing = (keep: boolean) => {
      const local = memoryStorage()
      const session = createSession(local, memoryStorage(), () => true)
      session.keepOnDevice(keep)
      session.write({ accessToken: 'a', refreshToken: 'r' })
      // A further tab of the same browser.
      expect(createSession(local, memoryStorage(), () => true).read('accessToken')).toBe('a')
      return createSession(local, memoryStorage(), () => false).read('accessToken') === 'a'
    }
    expect([isOpenAfterClosing(true), isOpenAfterClosing(false)]).toEqual([true, false])
  })

  it('says at the next sign-in in this tab why it is needed', () => {
    const local = memoryStorage()
    const session = createSession(local, memoryStorage(), () => true)
    expect(session.endedBy()).toBeUndefined()
    session.rememberEnd('idle')
    session.clearAll()
    expect(session.endedBy()).toBe('idle')
    expect(createSession(local, memoryStorage(), () => true).endedBy()).toBeUndefined()
    session.rememberEnd(undefined)
    expect(session.endedBy()).toBeUndefined()
  })

  it('knows whose session has ended, unless they signed out in any tab or the browser was closed', () => {
    const local = memoryStorage()
    const tabs = [memoryStorage(), memoryStorage()] as const
    const [one, other] = [createSession(local, tabs[0], () => true), createSession(local, tabs[1], () => true)]
    one.rememberWho('ama@example.org')
    expect(one.whoseEnded()).toBeUndefined()
    one.rememberEnd('idle')
    other.rememberEnd('elsewhere')
    one.clearAll()
    expect([one.whoseEnded(), other.whoseEnded()]).toEqual(['ama@example.org', 'ama@example.org'])
    other.rememberWho(undefined)
    expect(one.whoseEnded()).toBeUndefined()

    one.rememberWho('ama@example.org')
    const later = createSession(local, tabs[0], () => false)
    expect([later.endedBy(), later.whoseEnded()]).toEqual(['idle', undefined])
  })

  it('shows nobody what another person typed in the tab, and keeps what they typed before signing in', () => {
    const tab = memoryStorage()
    const session = createSession(memoryStorage(), tab, () => true)
    tab.setItem('ask:subject', 'Wheelchair')
    session.rememberPage('/support/new')
    session.giveTabTo('ama')
    // A reload, and a session that ended by itself and goes on.
    session.giveTabTo('ama')
    expect(tab.getItem('ask:subject')).toBe('Wheelchair')
    session.giveTabTo('kofi')
    expect([tab.getItem('ask:subject'), session.lastPage()]).toEqual([null, '/support/new'])
    tab.setItem('ask:subject', 'Car park')
    session.giveTabTo(undefined)
    expect(tab.getItem('ask:subject')).toBeNull()
  })

  it('asks again whether to stay on the device after it was cleared', () => {
    const session = createSession(memoryStorage(), memoryStorage(), () => true)
    session.keepOnDevice(true)
    session.clearAll()
    expect(session.isKeptOnDevice()).toBe(false)
  })

  it('remembers the address of a registration until it is told otherwise', () => {
    const session = createSession(memoryStorage(), memoryStorage(), () => true)
    session.rememberRegistration('esi@example.org')
    session.clearAll()
    expect(session.registeredEmail()).toBe('esi@example.org')
    session.rememberRegistration(undefined)
    expect(session.registeredEmail()).toBeUndefined()
    // Signing out on a shared phone leaves no address to the next person.
    session.rememberRegistration('esi@example.org')
    session.rememberWho('esi@example.org')
    session.rememberWho(undefined)
    expect(session.registeredEmail()).toBeUndefined()
  })

  it('remembers the last page once, and never an auth page', () => {
    const session = createSession(memoryStorage(), memoryStorage(), () => true)
    session.rememberPage('/reservations')
    session.rememberPage('/auth/login')
    expect([session.takeLastPage(), session.takeLastPage()]).toEqual(['/reservations', undefined])
  })
})
