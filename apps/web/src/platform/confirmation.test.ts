import { describe, expect, it, vi } from 'vitest'
import { createConfirmation } from './confirmation.ts'

describe('the question whether it is still them', () => {
  it('is one for all who ask at once', async () => {
    const confirmation = createConfirmation()
    const changed = vi.fn()
    confirmation.subscribe(changed)
    const answers = Promise.all([confirmation.ask(), confirmation.ask()])
    expect([confirmation.isAsked(), changed.mock.calls.length]).toEqual([true, 1])
    confirmation.answer(true)
    expect(await answers).toEqual([true, true])
    expect(confirmation.isAsked()).toBe(false)
  })

  it('is answered no where nobody can show it', async () => {
    expect(await createConfirmation().ask()).toBe(false)
  })
})
