// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { visitor } from '#platform/account'
import { fill, showScreen } from '../../../../test/screen.tsx'
import { RegisterPage } from './register-page.tsx'

vi.mock('#platform/account', async (original) => ({
  ...(await original<typeof import('#platform/account')>()),
  useAccount: () => visitor,
}))

it('says what is wrong with a field once what was pressed after it is let go', async () => {
  const { user } = await showScreen(RegisterPage, () => {})
  await fill(user, await screen.findByLabelText('Password'), 'Shiloh#2026!')
  await fill(user, screen.getByLabelText('Repeat password'), 'Shiloh#2027!')
  const terms = screen.getByRole('checkbox', { name: /terms/i })
  await user.pointer({ keys: '[MouseLeft>]', target: terms })
  // What the field finds wrong is known by then.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.queryByText('The two entries do not match.')).toBeNull()
  await user.pointer({ keys: '[/MouseLeft]', target: terms })
  expect(await screen.findByText('The two entries do not match.')).toBeTruthy()
  expect(terms).toHaveProperty('checked', true)
})
