// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { chunkTimeoutMs, PendingPage } from './pending-page.tsx'

const show = () => showScreen(PendingPage, () => {})

it('waits two minutes for a part of the app, then says that it did not come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await show()
  const passed = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  await passed(chunkTimeoutMs - 1)
  expect(screen.queryByRole('alert')).toBeNull()
  await passed(1)
  expect(screen.getByRole('alert').textContent).toContain(
    'There was an error communicating with the server. Try again later.',
  )
})

it('keeps the header of a page that has its own frame', async () => {
  await show()
  expect(screen.getByRole('banner').textContent).toBe('Shiloh')
  expect(screen.getByRole('main').contains(screen.getByRole('status', { name: 'Loading' }))).toBe(true)
})

it('says that there is no network, until it is back', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await show()
  expect(screen.getByText('There is no network')).toBeDefined()
  expect(screen.getByRole('banner')).toBeDefined()
  isOnline.mockReturnValue(true)
  await act(async () => void dispatchEvent(new Event('online')))
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
})
