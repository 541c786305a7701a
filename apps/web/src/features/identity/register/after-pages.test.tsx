// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { visitor } from '#platform/account'
import { showScreen } from '../../../../test/screen.tsx'
import { EventAheadContext } from '../parts/use-event-ahead.ts'
import { RegisterSuccessPage } from './after-pages.tsx'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useSearch: () => ({}),
}))
vi.mock('#platform/account', async (original) => ({
  ...(await original<typeof import('#platform/account')>()),
  useAccount: () => visitor,
}))

it('names the event that somebody registered for as the last step', async () => {
  await showScreen(
    () => (
      <EventAheadContext value="Harvest Retreat">
        <RegisterSuccessPage />
      </EventAheadContext>
    ),
    () => {},
  )
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toBe('Reserve your place at Harvest Retreat.')
})
