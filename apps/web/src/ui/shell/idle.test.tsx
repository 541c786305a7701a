// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { createMocks } from 'react-idle-timer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAtWork, useIsAtWork } from '#platform/at-work'
import { IdleWarning } from './idle.tsx'

const onLogout = vi.fn()

function Page({ isAtWork }: { isAtWork: boolean }) {
  useAtWork(isAtWork)
  return <IdleWarning minutes={1} isAtWork={useIsAtWork()} onLogout={onLogout} />
}

const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-01-22T08:00:00Z') })
  // The timer keeps the clock that it finds when it is loaded.
  createMocks()
  onLogout.mockClear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('signs nobody out where people work without touching the screen, and does as soon as they have left', async () => {
  const { rerender } = render(<Page isAtWork />)
  await pass(30)
  expect(onLogout).not.toHaveBeenCalled()
  rerender(<Page isAtWork={false} />)
  await pass(4)
  expect(onLogout).toHaveBeenCalledOnce()
})

it('does not keep a screen signed in that somebody left open after work', async () => {
  render(<Page isAtWork />)
  await pass(12 * 60 - 1)
  expect(onLogout).not.toHaveBeenCalled()
  await pass(5)
  expect(onLogout).toHaveBeenCalledOnce()
})
