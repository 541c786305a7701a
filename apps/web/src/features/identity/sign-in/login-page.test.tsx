// @vitest-environment happy-dom
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { act, useSyncExternalStore } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Account, visitor } from '#platform/account'
import { session } from '#platform/session'
import { administrator, fill, showScreen } from '../../../../test/screen.tsx'
import { LoginPage } from './login-page.tsx'

/** The pages of the app, by their path. */
const pages = vi.hoisted(
  (): Record<string, { title: () => string }> => ({ '/support/new': { title: () => 'New request' } }),
)
const search = vi.hoisted(() => ({ with: 'code', as: 'user' }))
vi.mock('@tanstack/react-router', async (original) => {
  const router = await original<typeof import('@tanstack/react-router')>()
  const getMatchedRoutes = (path: string) => [[{}, ...(pages[path] ? [{ options: { staticData: pages[path] } }] : [])]]
  const useRouter = () => Object.create(router.useRouter(), { getMatchedRoutes: { value: getMatchedRoutes } })
  return { ...router, useRouter, useSearch: () => ({ ...search, ...router.useLocation().search }) }
})
vi.mock('#platform/account', async (original) => ({
  ...(await original<typeof import('#platform/account')>()),
  useAccount: () => useSyncExternalStore(signedIn.subscribe, () => signedIn.account ?? visitor),
}))
/** Who is signed in on this device. */
const signedIn = vi.hoisted(() => {
  let tell = () => {}
  return {
    account: undefined as Account | undefined,
    subscribe(listener: () => void) {
      tell = listener
      return () => {}
    },
    become(account: Account | undefined) {
      this.account = account
      tell()
    },
  }
})

it('counts down to the next code, and leads to the one that was sent', async () => {
  Object.assign(search, { with: 'code', as: 'user' })
  session.rememberCode({ token: 'sent', who: 'ama@example.org', at: Date.now() })
  onTestFinished(() => session.rememberCode(undefined))
  const { user } = await showScreen(LoginPage, (server) =>
    server.refuse(identityRoutes.requestLoginCode, {
      status: 429,
      code: 'too_many_requests',
      message: 'Too many attempts.',
      retryAfter: 42,
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Send me a code' }))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('A code was just sent. It can take a minute to arrive.'),
  )
  expect(screen.getByText(/^You can try again in 0:4[12]\.$/)).toBeTruthy()
  // The refused request has not cost the code that is on its way.
  await user.click(screen.getByRole('link', { name: 'Enter the code that was sent' }))
  expect(await screen.findByText('Elsewhere: /auth/code')).toBeTruthy()
  expect(session.codeToEnter()?.token).toBe('sent')
})

it('sends a code at once to what was typed beside the password', async () => {
  Object.assign(search, { with: 'password', as: 'user' })
  onTestFinished(() => session.rememberCode(undefined))
  const { user, server } = await showScreen(
    LoginPage,
    (fake) =>
      fake.answer(identityRoutes.requestLoginCode, { sign_in_code_token: 'sent', sent_at: '2027-01-01T08:00:00.000Z' }),
    { path: '/auth/login' },
  )
  // Without an address there is nowhere to send it.
  await user.click(await screen.findByRole('link', { name: 'Send me a code instead' }))
  const who = screen.getByLabelText('Phone number or e-mail')
  await waitFor(() => expect(document.activeElement).toBe(who))
  expect(server.calls(identityRoutes.requestLoginCode)).toHaveLength(0)
  await user.click(screen.getByRole('link', { name: 'Use my password' }))
  await fill(user, who, 'ama@example.org')
  await user.click(await screen.findByRole('link', { name: 'Send me a code instead' }))
  expect(await screen.findByText('Elsewhere: /auth/code')).toBeTruthy()
  expect(server.calls(identityRoutes.requestLoginCode)).toMatchObject([{ body: { email: 'ama@example.org' } }])
})

it('fills in who was signed out, and nobody who signed out', async () => {
  Object.assign(search, { with: 'code', as: 'user' })
  onTestFinished(() => {
    session.rememberEnd(undefined)
    session.rememberWho(undefined)
  })
  session.rememberWho('0244123456')
  session.rememberEnd('idle')
  await showScreen(LoginPage, () => {})
  const field = async () => {
    const found = await screen.findByLabelText('Phone number or e-mail')
    return found instanceof HTMLInputElement ? found.value : undefined
  }
  expect(await field()).toBe('0244123456')
  cleanup()
  session.rememberEnd(undefined)
  await showScreen(LoginPage, () => {})
  expect(await field()).toBe('')
})

it('says after an account was deleted that it was, and not that it goes on where somebody was', async () => {
  Object.assign(search, { with: 'code', as: 'user' })
  onTestFinished(() => session.rememberEnd(undefined))
  session.rememberEnd('erased')
  await showScreen(LoginPage, () => {})
  expect(await screen.findByText('Your account has been deleted.')).toBeTruthy()
  expect(screen.queryByText(/continue where you were/)).toBeNull()
})

it('says who signed in in another tab meanwhile, instead of who was signed out', async () => {
  Object.assign(search, { with: 'code', as: 'user' })
  onTestFinished(() => {
    session.rememberEnd(undefined)
    signedIn.become(undefined)
  })
  session.rememberEnd('elsewhere')
  await showScreen(LoginPage, () => {})
  expect(await screen.findByText('You were signed out. Sign in to continue where you were.')).toBeTruthy()
  act(() => signedIn.become({ ...visitor, user: administrator([]) }))
  expect(await screen.findByText(/Ama Mensah/)).toBeTruthy()
  expect(screen.queryByText(/You were signed out/)).toBeNull()
  expect(screen.queryByLabelText('Phone number or e-mail')).toBeNull()
})

it('counts the fields that are to be mended', async () => {
  Object.assign(search, { with: 'password', as: 'admin' })
  const { user } = await showScreen(LoginPage, () => {})
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Please check the marked fields.')).toBeTruthy()
  await fill(user, screen.getByLabelText('Phone number or e-mail'), 'ama@example.org')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Please check the marked field.')).toBeTruthy()
  await fill(user, screen.getByLabelText('Password'), 'secret-123')
  await waitFor(() => expect(screen.queryByText('Please check the marked field.')).toBeNull())
})

it('warns at the wrong door, and the way to the right one is the first button', async () => {
  Object.assign(search, { with: 'password', as: 'admin' })
  const { user } = await showScreen(LoginPage, (server) =>
    server.refuse(identityRoutes.adminLogin, {
      status: 403,
      code: 'wrong_door',
      message: 'Another door.',
      data: { user_type: 'user' },
    }),
  )
  await fill(user, await screen.findByLabelText('Phone number or e-mail'), 'ama@example.org')
  await fill(user, screen.getByLabelText('Password'), 'secret-123')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const door = await screen.findByRole('link', { name: 'Go to member sign-in' })
  expect(door.dataset.variant).toBeUndefined()
  expect(screen.getByText('This account signs in under Members')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign in' }).dataset.variant).toBe('default')
})

it('says once that an address is not confirmed, with the way to another mail', async () => {
  Object.assign(search, { with: 'password', as: 'user' })
  const { user, server } = await showScreen(LoginPage, (fake) => {
    fake.refuse(identityRoutes.login, {
      status: 403,
      code: 'account_unconfirmed',
      message: 'Please confirm your e-mail address first.',
    })
    fake.answer(identityRoutes.resendConfirmation, {})
  })
  await fill(user, await screen.findByLabelText('Phone number or e-mail'), 'ama@example.org')
  await fill(user, screen.getByLabelText('Password'), 'secret-123')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const refusal = await screen.findByRole('alert')
  await user.click(await within(refusal).findByRole('button', { name: 'Send the confirmation again' }))
  await waitFor(() =>
    expect(server.calls(identityRoutes.resendConfirmation)).toMatchObject([{ body: { email: 'ama@example.org' } }]),
  )
})

it.each([
  ['/support/new?about=1', 'user', 'Sign in to open “New request”.'],
  ['/nowhere', 'user', 'Sign in with your phone number or e-mail address.'],
  ['/home', 'user', 'Sign in with your phone number or e-mail address.'],
  ['/support/new', 'check-in', 'For volunteers at the gate.'],
])('says what it leads to: %s, %s', async (next, as, lead) => {
  Object.assign(search, { with: 'password', as })
  session.rememberPage(next)
  onTestFinished(() => void session.takeLastPage())
  await showScreen(LoginPage, () => {})
  expect(await screen.findByText(lead)).toBeTruthy()
})
