// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { StandingFailure } from './failure.tsx'
import { openLoaded } from './reach.tsx'

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

it.each([
  [false, 'There is no network'],
  [true, /^There was an error communicating with the server/],
])('says why nothing opens where the code does not come, with a network: %s', async (online, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  const opened = vi.fn()
  const load = vi.fn<() => Promise<unknown>>().mockImplementationOnce(lost).mockResolvedValue({})
  const { user } = await showScreen(
    () => (
      <>
        <button type="button" onClick={() => openLoaded(load, opened)}>
          Menu
        </button>
        <StandingFailure />
      </>
    ),
    () => {},
  )
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(opened).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  expect(opened).toHaveBeenCalledTimes(1)
})
