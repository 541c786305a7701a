// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { CalendarMenu } from './calendar-menu.tsx'

const event = {
  name: 'Camp',
  slug: 'camp',
  starts_at: '2027-01-22T14:00:00Z',
  ends_at: '2027-01-24T10:00:00Z',
  place: 'Aburi',
}

it('opens with one press once its code is there, and gives the focus back to its button', async () => {
  const { user } = await showScreen(
    () => <CalendarMenu event={event} />,
    () => {},
  )
  const button = () => screen.getByRole('button', { name: 'Add to calendar' })
  expect(button().getAttribute('aria-haspopup')).toBe('menu')
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await user.tab()
  expect(document.activeElement).toBe(button())
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Google Calendar' })).toBeDefined()
  expect(button().getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button()))
})
