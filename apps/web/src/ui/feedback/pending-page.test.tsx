// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chunkTimeoutMs, PendingPage } from './pending-page.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
})

it('waits two minutes for a part of the app, then says that it did not come', async () => {
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () =>
    root.render(
      <MantineProvider>
        <PendingPage />
      </MantineProvider>,
    ),
  )
  const passed = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  await passed(chunkTimeoutMs - 1)
  expect(host.querySelector('[role=status]')).not.toBeNull()
  await passed(1)
  expect(host.querySelector('[role=alert]')?.textContent).toContain(
    'There was an error communicating with the server. Try again later.',
  )
  await act(async () => root.unmount())
})
