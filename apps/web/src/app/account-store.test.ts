import { describe, expect, it, vi } from 'vitest'
import { visitor } from '#platform/account'
import { createAccountStore } from './account-store.ts'

describe('the account store', () => {
  it('asks once, tells its listeners, and asks again after a change', async () => {
    const ask = vi.fn(async () => ({ ...visitor, organisation: { ...visitor.organisation, name: 'Bethel' } }))
    const store = createAccountStore(ask)
    const changed = vi.fn()
    store.subscribe(changed)
    await Promise.all([store.load(), store.load()])
    expect([ask.mock.calls.length, changed.mock.calls.length, store.current().organisation.name]).toEqual([
      1,
      1,
      'Bethel',
    ])
    store.forget()
    await store.load()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('does not keep a failure', async () => {
    const ask = vi.fn(async () => visitor).mockRejectedValueOnce(new Error('offline'))
    const store = createAccountStore(ask)
    await expect(store.load()).rejects.toThrow('offline')
    expect(await store.load()).toBe(visitor)
  })

  it('an answer that comes after a change does not count', async () => {
    const answers: ((name: string) => void)[] = []
    const store = createAccountStore(
      () =>
        new Promise((resolve) => {
          answers.push((name) => resolve({ ...visitor, organisation: { ...visitor.organisation, name } }))
        }),
    )
    const first = store.load()
    store.forget()
    const second = store.load()
    answers[1]?.('new')
    await second
    answers[0]?.('old')
    await first
    expect(store.current().organisation.name).toBe('new')
  })
})
