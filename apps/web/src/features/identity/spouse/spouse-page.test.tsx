// @vitest-environment happy-dom
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { officeLinkRoutes } from '@shiloh/contract/identity/office-links'
import { spouseLinkRoutes } from '@shiloh/contract/identity/spouse-links'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { SpousePage } from './spouse-page.tsx'

const kwame = {
  _id: idOf(7),
  first_name: 'Kwame',
  last_name: 'Boateng',
  other_names: null,
  name: 'Kwame Boateng',
  gender: 'male' as const,
  birth_date: null,
  phone: null,
  email: null,
  title_id: null,
  title_waits: false,
  invitation: null,
  created_at: '2026-01-01T00:00:00.000Z',
}

const show = (linked: boolean) =>
  showScreen(SpousePage, (server) => {
    server.answer(identityRoutes.listSpouses, [{ ...kwame, linked }])
    server.answer(identityRoutes.listFamily, [])
    server.answer(spouseLinkRoutes.listSpouseInvitations, [])
    server.answer(officeLinkRoutes.listOwnSpouseRequests, [])
    server.answer(organisationRoutes.titlesToChoose, [])
  })

it('says of a linked spouse whose list one is on, where the own places are, and lets the link be ended', async () => {
  await show(true)
  expect(await screen.findByText(/^You are on the list of Kwame Boateng, too\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Reservations' }).getAttribute('href')).toBe('/reservations')
  expect(screen.getByRole('button', { name: 'Unlink Kwame Boateng' })).toBeTruthy()
})

it('says nothing of the sort of somebody who is not linked', async () => {
  await show(false)
  expect(await screen.findByRole('button', { name: 'Link account: Kwame Boateng' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Reservations' })).toBeNull()
})
