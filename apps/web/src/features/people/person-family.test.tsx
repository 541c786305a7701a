// @vitest-environment happy-dom
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { officeLinkRoutes, type SpouseRequest } from '@shiloh/contract/identity/office-links'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { fill, idOf, showScreen } from '../../../test/screen.tsx'
import { Family } from './person-family.tsx'
import { texts } from './person-texts.ts'

const t = translator(createI18n('en'), texts)
const [kwame, grace, entry] = [idOf(11), idOf(12), idOf(13)]
const request: SpouseRequest = {
  _id: idOf(14),
  user: { _id: kwame, name: 'Kwame Mensah', agreed: false },
  other: { _id: grace, name: 'Grace Mensah', agreed: true },
  asked_by: 'Ama Mensah',
  created_at: '2026-11-01T08:00:00.000Z',
  expires_at: '2099-12-01T08:00:00.000Z',
}
const patient = { timeout: 20_000 }

const show = (requests: SpouseRequest[], denied: readonly 'users.update'[] = []) =>
  showScreen(
    () => <Family id={kwame} name="Kwame Mensah" isActive />,
    (server) => {
      server.answer(reservationRoutes.listRelatives, [
        {
          _id: entry,
          relation: 'spouse',
          name: 'Grace Mensah',
          gender: 'female',
          birth_date: null,
          title_id: null,
          title_waits: false,
          phone: null,
          account_id: null,
          reservation_id: null,
        },
      ])
      server.answer(officeLinkRoutes.listSpouseRequests, requests)
      server.answer(officeLinkRoutes.askSpouses, request)
      server.answer(officeLinkRoutes.linkSpouses, {})
      server.answer(authorizationRoutes.pickUsers, [
        { _id: grace, name: 'Grace Mensah', email: 'grace@mail.example', phone: null, user_type: 'user' },
      ])
    },
    { denied },
  )

it('asks both people, and means the spouse of the list who has that name', async () => {
  const { user, server } = await show([])
  await user.click(await screen.findByRole('button', { name: t('link_person') }, patient))
  await user.click(await screen.findByRole('button', { name: t('link_send') }, patient))
  expect(server.calls(officeLinkRoutes.askSpouses)).toEqual([])
  await user.click(screen.getAllByLabelText(t('link_account'))[0] ?? document.body)
  const [account] = await screen.findAllByRole('option', { name: /grace@mail\.example/ }, patient)
  await user.click(account ?? document.body)
  await user.click(screen.getByRole('button', { name: t('link_send') }))
  await waitFor(
    () =>
      expect(server.calls(officeLinkRoutes.askSpouses).map(({ body }) => body)).toEqual([
        { other_id: grace, spouse_id: entry },
      ]),
    patient,
  )
})

it('confirms an open request with a reason, and not without one', async () => {
  const { user, server } = await show([request])
  expect(await screen.findByText(new RegExp(t('request_one', { name: 'Grace Mensah' })), {}, patient)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: t('request_confirm') }))
  await user.click(await screen.findByRole('button', { name: t('link_now') }, patient))
  expect(server.calls(officeLinkRoutes.linkSpouses)).toEqual([])
  const field = screen.getByLabelText(t('link_reason'))
  await user.click(field)
  await fill(user, field, 'I saw the certificate')
  await user.click(screen.getByRole('button', { name: t('link_now') }))
  await waitFor(
    () =>
      expect(server.calls(officeLinkRoutes.linkSpouses).map(({ body }) => body)).toEqual([
        { other_id: grace, spouse_id: entry, reason: 'I saw the certificate' },
      ]),
    patient,
  )
})

it('offers nothing to somebody who may not change people', async () => {
  await show([request], ['users.update'])
  expect(await screen.findByText(t('request', { name: 'Grace Mensah' }), {}, patient)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
