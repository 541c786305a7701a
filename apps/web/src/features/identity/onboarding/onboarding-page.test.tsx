// @vitest-environment happy-dom
import type { Account } from '@shiloh/contract/identity/account'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { screen } from '@testing-library/react'
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

it('lets a member in Ghana say that they are none, before it asks for the assembly', async () => {
  const { user } = await show({ country: 'GH' })
  await change()
  expect(screen.getByText('Step 1 of 2')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: MEMBER }))
  expect(screen.queryByText('Step 1 of 2')).toBeNull()
  await user.click(await change())
  expect(screen.getAllByRole('checkbox', { name: MEMBER })).toHaveLength(1)
})

it('finds no fault with a level of the church that cannot be chosen yet', async () => {
  newcomer.own = { country: 'GH', has_completed_basic_requirement: true }
  const { user } = await showScreen(OnboardingPage, (server) => {
    server.answer(organisationRoutes.listRegions, [])
    server.answer(organisationRoutes.titlesToChoose, [])
    server.answer(organisationRoutes.designationsToChoose, [])
  })
  const field = (name: string) => screen.findByLabelText(name, { selector: 'input' })
  await field('Region')
  await user.click(screen.getByRole('button', { name: 'Save and finish' }))
  await vi.waitFor(async () => expect((await field('Region')).getAttribute('aria-invalid')).toBe('true'))
  for (const level of ['Area', 'District', 'Assembly'])
    expect((await field(level)).getAttribute('aria-invalid')).not.toBe('true')
})
