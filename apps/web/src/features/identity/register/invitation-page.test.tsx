// @vitest-environment happy-dom
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { visitor } from '#platform/account'
import { fill, showScreen } from '../../../../test/screen.tsx'
import { InvitationPage } from './invitation-page.tsx'

const search = vi.hoisted((): { token?: string; as?: string } => ({ token: 'invited' }))
const navigate = vi.hoisted(() => vi.fn())
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useSearch: () => search,
  useNavigate: () => navigate,
}))
vi.mock('#platform/account', async (original) => ({
  ...(await original<typeof import('#platform/account')>()),
  useAccount: () => visitor,
}))

it.each([
  { who: 'a member', as: undefined, lead: /^An account was made for you/, next: {} },
  { who: 'staff', as: 'admin', lead: /^You are invited to help run/, next: { as: 'admin' } },
])('welcomes $who, and leads to their sign-in', async ({ as, lead, next }) => {
  Object.assign(search, { as })
  const { user } = await showScreen(InvitationPage, (server) =>
    server.answer(identityRoutes.adminRegister, { email: 'ama@example.org' }),
  )
  expect(await screen.findByText(lead)).toBeTruthy()
  for (const field of document.querySelectorAll('input[type="password"]')) await fill(user, field, 'Blue-Mango-42')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(navigate).toHaveBeenLastCalledWith({ to: '/auth/login', search: next, replace: true }))
})
