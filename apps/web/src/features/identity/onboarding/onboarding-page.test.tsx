// @vitest-environment happy-dom
import type { Account } from '@shiloh/contract/identity/account'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { visitor } from '#platform/account'
import { showScreen } from '../../../../test/screen.tsx'
import { OnboardingPage } from './onboarding-page.tsx'

const newcomer = vi.hoisted((): { own: Partial<Account> } => ({ own: {} }))
vi.mock('#platform/account', async (original) => {
  const account = await original<typeof import('#platform/account')>()
  return {
    ...account,
    useAccount: () => {
      const { user, ...signedIn } = account.useAccount()
      return {
        ...signedIn,
        user: user && {
          ...user,
          user_type: 'user',
          phone: '+233244123456',
          gender: 'female',
          birth_date: '1979-04-06',
          has_completed_basic_requirement: false,
          ...newcomer.own,
        },
      }
    },
  }
})

const MEMBER = new RegExp(`not a member of ${visitor.organisation.name}`)

const show = (own: Partial<Account>) => {
  newcomer.own = own
  return showScreen(OnboardingPage, () => undefined)
}
/** The second step of a member in Ghana. */
const showBelonging = () => {
  newcomer.own = { country: 'GH', has_completed_basic_requirement: true }
  return showScreen(OnboardingPage, (server) => {
    server.answer(organisationRoutes.listRegions, [])
    server.answer(organisationRoutes.titlesToChoose, [])
    server.answer(organisationRoutes.designationsToChoose, [])
  })
}
const change = () => screen.findByRole('button', { name: 'Change what you gave when you registered' })

it('asks neither for the picture nor for the membership that registration knows, and lets both be changed', async () => {
  const { user } = await show({ country: 'NG' })
  const open = await change()
  expect(screen.queryByLabelText('Picture')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(open)
  expect(screen.getByLabelText('Picture')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: MEMBER })).toBeTruthy()
})

it('names the event that somebody registered for', async () => {
  await show({ country: 'NG', wanted_event: { slug: 'retreat', name: 'Retreat 2027' } })
  expect(await screen.findByText(/Then you can reserve your place at Retreat 2027\.$/)).toBeTruthy()
})

it('asks a member in Ghana about their membership only where they cannot name an assembly', async () => {
  const { user } = await showBelonging()
  await user.click(await screen.findByRole('button', { name: 'Back to your details' }))
  await change()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('lets a member in Ghana say that they are none, where it asks for the assembly', async () => {
  const { user } = await showBelonging()
  await user.click(await screen.findByRole('button', { name: MEMBER }))
  expect(await screen.findByRole('checkbox', { name: MEMBER, checked: true })).toBeTruthy()
  expect(screen.queryByText(/^Step/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Save and finish' })).toBeTruthy()
})

it('finds no fault with a level of the church that cannot be chosen yet', async () => {
  const { user } = await showBelonging()
  const field = (name: string) => screen.findByLabelText(name, { selector: 'input' })
  await field('Region')
  await user.click(screen.getByRole('button', { name: 'Save and finish' }))
  await waitFor(async () => expect((await field('Region')).getAttribute('aria-invalid')).toBe('true'))
  for (const level of ['Area', 'District', 'Assembly'])
    expect((await field(level)).getAttribute('aria-invalid')).not.toBe('true')
})
