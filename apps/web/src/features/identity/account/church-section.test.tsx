// @vitest-environment happy-dom
import type { Account } from '@shiloh/contract/identity/account'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useAccount } from '#platform/account'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { ChurchSection } from './church-section.tsx'

function OwnChurch(own: Partial<Account>) {
  const { user } = useAccount()
  return user ? <ChurchSection person={{ ...user, title_id: idOf(1), ...own }} /> : null
}

const show = (own: Partial<Account>) =>
  showScreen(
    () => <OwnChurch {...own} />,
    (server) => {
      server.answer(organisationRoutes.listRegions, [])
      server.answer(organisationRoutes.titlesToChoose, [
        { _id: idOf(1), name: 'Elder', minister: false, needs_confirmation: true },
      ])
      server.answer(organisationRoutes.designationsToChoose, [])
    },
  )
const note = 'It counts once the office has confirmed it.'

it('says of a title that the office has not confirmed yet that it waits', async () => {
  await show({ waiting_for_confirmation: ['title'] })
  await screen.findByText(note)
})

it('says nothing of a confirmed title', async () => {
  await show({ waiting_for_confirmation: [] })
  await screen.findByDisplayValue('Elder')
  expect(screen.queryByText(note)).toBeNull()
})
