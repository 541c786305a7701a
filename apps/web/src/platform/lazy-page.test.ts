// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest'
import { loadAgain, loadWithNetwork } from './lazy-page.ts'

const failed = new TypeError('Failed to fetch dynamically imported module')

const withNetwork = (onLine: boolean) => {
  onTestFinished(() => void vi.restoreAllMocks())
  return vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
}

it('waits for the network where the code of a page does not come without one', async () => {
  const isOnline = withNetwork(false)
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failed).mockResolvedValue('the page')
  const page = loadWithNetwork(load)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  isOnline.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  expect(await page).toBe('the page')
})

it('asks again when somebody wants to', async () => {
  withNetwork(false)
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failed).mockResolvedValue('the page')
  const page = loadWithNetwork(load)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  // What it failed with is handled a moment later.
  await Promise.resolve()
  await Promise.resolve()
  loadAgain()
  expect(await page).toBe('the page')
})

it('says that the code of a page did not come where there is a network, without a reload', async () => {
  withNetwork(true)
  await expect(loadWithNetwork(() => Promise.reject(failed))).rejects.toThrow('no code')
})
