// @vitest-environment happy-dom
import { titleClaimRoutes } from '@shiloh/contract/identity/titles-to-confirm'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { administrator, idOf, showScreen } from '../../../../test/screen.tsx'
import { TitlesToConfirmPage } from './titles-to-confirm-page.tsx'
import { WaitingTitle } from './waiting-title.tsx'

// The list listens to changes, which need no connection here.
vi.mock('#platform/live', () => ({ useLive() {} }))

const apostle = idOf(7)

const personWith = (waiting_for_confirmation: 'title'[]) => {
  const { notify: _, password_expired: __, ...account } = administrator([])
  return {
    ...account,
    _id: idOf(9),
    name: 'Yaw Boateng',
    title_id: apostle,
    title: 'Apostle',
    waiting_for_confirmation,
    staff_id: null,
    region: null,
    area: null,
    district: null,
    assembly: null,
    designation: null,
    has_password: true,
    erased_at: null,
    last_login_at: null,
    updated_at: '2026-01-01T00:00:00.000Z',
  }
}

it('declines a claim of a person on a spouse list at its row', async () => {
  const { user, server } = await showScreen(
    () => <TitlesToConfirmPage />,
    (fake) => {
      fake.answerList(titleClaimRoutes.listTitlesToConfirm, [
        {
          _id: idOf(10),
          user_id: idOf(9),
          spouse_of: 'Yaw Boateng',
          name: 'Grace Boateng',
          staff_id: null,
          title: { _id: apostle, name: 'Apostle' },
          designation: null,
          region: null,
          area: null,
          district: null,
          assembly: null,
          claimed_at: null,
        },
      ])
      fake.answer(titleClaimRoutes.declineTitles, { decided: 1, skipped: 0 })
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = await screen.findByRole('dialog', { name: 'Decline “Apostle” for Grace Boateng?' })
  await user.type(within(dialog).getByRole('textbox'), 'Not known to the area')
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
  await waitFor(() =>
    expect(server.calls(titleClaimRoutes.declineTitles)[0]?.body).toEqual({
      claims: [{ user_id: idOf(9), spouse_id: idOf(10), title_id: apostle }],
      reason: 'Not known to the area',
    }),
  )
})

it('says on the page of a person that their title waits, and confirms it there', async () => {
  const { user, server } = await showScreen(
    () => <WaitingTitle person={personWith(['title'])} />,
    (fake) => fake.answer(titleClaimRoutes.confirmTitles, { decided: 1, skipped: 0 }),
  )
  expect(screen.getByText('Apostle waits to be confirmed, and grants nothing until then.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm “Apostle” for Yaw Boateng?' })
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(server.calls(titleClaimRoutes.confirmTitles)[0]?.body).toEqual({
      claims: [{ user_id: idOf(9), title_id: apostle }],
    }),
  )
})

it('says nothing of a title that counts', async () => {
  await showScreen(
    () => (
      <>
        <WaitingTitle person={personWith([])} />
        <p>shown</p>
      </>
    ),
    () => {},
  )
  expect(await screen.findByText('shown')).toBeDefined()
  expect(screen.queryByText(/waits/)).toBeNull()
})

it('says that a title waits without buttons to those who may not confirm it', async () => {
  await showScreen(
    () => <WaitingTitle person={personWith(['title'])} />,
    () => {},
    { denied: ['users.confirm_titles'] },
  )
  expect(await screen.findByText(/waits to be confirmed/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})
