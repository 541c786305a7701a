// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useServerReached } from './server-reached.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Page({ asks }: { asks: boolean }) {
  return <p>{useServerReached(asks) ? 'There' : 'Not there'}</p>
}

it('says that a network is back only when the server answers, and asks again until it does', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers = [() => Promise.reject(new TypeError('no route')), async () => new Response('', { status: 503 })]
  const asked = vi.fn(() => (answers.shift() ?? (async () => new Response('{}')))())
  vi.stubGlobal('fetch', asked)
  const { rerender } = render(<Page asks={false} />)
  expect(asked).not.toHaveBeenCalled()
  rerender(<Page asks />)
  for (const times of [1, 2]) {
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(times), { timeout: 10_000 })
    expect(screen.getByText('Not there')).toBeTruthy()
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect(await screen.findByText('There')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(3)
})
