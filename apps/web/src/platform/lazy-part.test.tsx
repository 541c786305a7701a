// @vitest-environment happy-dom
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part.ts'

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  vi.restoreAllMocks()
})

it('leaves the page as it is while its code does not come, and asks again with the network', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ default: () => 'the menu' })
  const Menu = lazyPart(load)
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () => {
    root.render(
      <p>
        the page,{' '}
        <Suspense fallback="a button">
          <Menu />
        </Suspense>
      </p>,
    )
  })
  expect(host.textContent).toBe('the page, a button')
  expect(load).toHaveBeenCalledTimes(1)
  isOnline.mockReturnValue(true)
  await act(async () => {
    dispatchEvent(new Event('online'))
  })
  expect(host.textContent).toBe('the page, the menu')
  await act(async () => root.unmount())
})
