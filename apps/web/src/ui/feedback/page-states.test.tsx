// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { keepTicket } from '#platform/kept-tickets'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { Crashed, LoadFailed } from './page-states.tsx'

const show = () =>
  showScreen(
    () => <LoadFailed message="The server did not answer." onRetry={() => undefined} />,
    () => {},
  )
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const event = { name: 'Retreat', starts_at: '2100-01-01', ends_at: '2100-01-02', time_zone: 'UTC', place: '' }

it('says why a page could not be loaded, and offers no tickets while there is a network', async () => {
  await show()
  expect(screen.getByText('The server did not answer.')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

it('without a network says what can still be read: the tickets of this phone', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  offline()
  await show()
  expect(screen.getByText('There is no network')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

it('leads to the tickets of this phone without a network', async () => {
  onTestFinished(() => {
    vi.restoreAllMocks()
    localStorage.clear()
  })
  offline()
  keepTicket(idOf(1), { _id: idOf(2), code: 'CR-1', event, persons: [], seen_at: '2099-12-01' })
  await show()
  expect(screen.getByRole('link', { name: 'Open tickets' }).getAttribute('href')).toBe('/reservations/tickets')
})

it('says of a page that fails without a network that there is none, instead of offering a reload', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  offline()
  await showScreen(Crashed, () => {})
  expect(screen.getByText('There is no network')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.queryByText('Reload')).toBeNull()
})
