// @vitest-environment happy-dom

import { type ApiToken, integrationRoutes } from '@shiloh/contract/integrations'
import { type Webhook, type WebhookDelivery, webhookRoutes } from '@shiloh/contract/webhooks'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { type FakeServer, fill, idOf, showScreen } from '../../../test/screen.tsx'
import { IntegrationsPage } from './integrations-page.tsx'
import { texts } from './texts.ts'
import { texts as webhookTexts } from './webhook-texts.ts'

const i18n = createI18n('en')
const t = translator(i18n, texts)
const w = translator(i18n, webhookTexts)

const token: ApiToken = {
  _id: idOf(10),
  name: 'Website',
  policy: { _id: idOf(20), name: 'read-only', key: 'read-only' },
  state: 'active',
  hint: 'x7Qp',
  account_id: idOf(11),
  created_by: 'Esi Boateng',
  created_at: '2026-11-24T09:30:00.000Z',
  expires_at: '2027-02-22T09:30:00.000Z',
  last_used_at: '2026-11-28T12:00:00.000Z',
  last_used_ip: '203.0.113.7',
  allowed: ['revoke'],
}
const call = { method: 'GET', refused: 0, last_at: '2026-11-28T12:00:00.000Z', last_status: 200 }
const webhook: Webhook = {
  _id: idOf(30),
  name: 'Letters',
  url: 'https://letters.example.org/hook',
  events: ['reservation.confirmed'],
  enabled: true,
  due: 2,
  oldest_due_at: '2026-11-28T11:00:00.000Z',
  failed: 1,
  last_delivered_at: null,
}
const delivery: WebhookDelivery = {
  event: 1042,
  type: 'reservation.confirmed',
  subject_id: idOf(31),
  at: '2026-11-28T11:00:00.000Z',
  state: 'due',
  attempts: 2,
  status: null,
  problem: 'timeout',
  next_at: '2026-11-28T11:30:00.000Z',
  last_at: '2026-11-28T11:05:00.000Z',
}

const arrange = (server: FakeServer) => {
  server.answer(integrationRoutes.listApiTokens, [token])
  server.answer(integrationRoutes.pickTokenPolicies, [
    { _id: idOf(20), name: 'read-only', key: 'read-only' },
    { _id: idOf(21), name: 'Letters', key: null },
  ])
  server.answer(integrationRoutes.createApiToken, { ...token, _id: idOf(12), token: 'shiloh_secret' })
  server.answer(integrationRoutes.revokeApiToken, { ...token, state: 'revoked', allowed: [] })
  server.answer(integrationRoutes.listTokenCalls, [
    { ...call, day: '2026-11-28', route: '/admin/reservations', calls: 1204 },
    { ...call, day: '2026-11-28', route: '/admin/payments', calls: 3, refused: 3, last_status: 403 },
    { ...call, day: '2026-11-27', route: '/admin/reservations', calls: 1 },
  ])
  server.answer(webhookRoutes.listWebhooks, [webhook])
  server.answer(webhookRoutes.listDeliveries, [delivery])
  server.answer(webhookRoutes.replayWebhook, { count: 3 })
}
const show = (options = {}) => showScreen(() => <IntegrationsPage />, arrange, options)

it('shows what a program asked, by day, and what was refused', async () => {
  const { user, server } = await show()
  await user.click(await screen.findByRole('button', { name: t('calls_named', { name: 'Website' }) }))
  const drawer = await screen.findByRole('dialog', { name: t('calls_named', { name: 'Website' }) })
  const rows = await within(drawer).findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^GET \/admin\/reservations1,204 calls · last .*answer 200$/),
    expect.stringMatching(/^GET \/admin\/payments3 calls · 3 refused · last .*answer 403$/),
    expect.stringMatching(/^GET \/admin\/reservations1 call · last .*answer 200$/),
  ])
  expect(within(drawer).getAllByRole('heading', { level: 3 })).toHaveLength(2)
  expect(server.calls(integrationRoutes.listTokenCalls)[0]?.params).toEqual({ id: token._id })
})

it('shows a new token once, until it was copied', async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: t('add_token') }))
  const form = await screen.findByRole('dialog', { name: t('add_token') })
  await fill(user, within(form).getByLabelText(new RegExp(`^${t('token_name')}`)), 'Letters')
  await user.click(within(form).getByRole('combobox', { name: new RegExp(`^${t('policy')}`) }))
  await user.click(await screen.findByRole('option', { name: 'Read only' }))
  await user.click(within(form).getByRole('button', { name: t('add_token') }))
  const shown = await screen.findByRole('dialog', { name: t('made_title') })
  expect(within(shown).getByLabelText(t('token'))).toHaveProperty('value', 'shiloh_secret')
  await user.keyboard('{Escape}')
  expect(screen.getByDisplayValue('shiloh_secret')).toBeTruthy()
  await user.click(within(shown).getByRole('button', { name: t('done') }))
  await waitFor(() => expect(screen.queryByDisplayValue('shiloh_secret')).toBeNull())
})

it('says what a token needs first where there is no policy for one', async () => {
  await showScreen(
    () => <IntegrationsPage />,
    (server) => {
      arrange(server)
      server.answer(integrationRoutes.pickTokenPolicies, [])
    },
  )
  const link = await screen.findByRole('link', { name: t('to_policies') })
  expect(link.getAttribute('href')).toBe('/admin/permissions/policy')
  expect(screen.queryByRole('button', { name: t('add_token') })).toBeNull()
})

it('revokes a token after a question', async () => {
  const { user, server } = await show()
  await user.click(await screen.findByRole('button', { name: t('revoke_named', { name: 'Website' }) }))
  expect(server.calls(integrationRoutes.revokeApiToken)).toEqual([])
  const question = await screen.findByRole('dialog', { name: t('revoke_question', { name: 'Website' }) })
  await user.click(within(question).getByRole('button', { name: t('revoke') }))
  await waitFor(() => expect(server.calls(integrationRoutes.revokeApiToken)).toHaveLength(1))
})

it('says how a receiver answered, and sends again from a number on', async () => {
  const { user, server } = await show()
  await user.click(await screen.findByRole('button', { name: w('deliveries_named', { name: 'Letters' }) }))
  const drawer = await screen.findByRole('dialog', { name: w('deliveries_named', { name: 'Letters' }) })
  expect(await within(drawer).findByText(new RegExp(w('problem_timeout')))).toBeTruthy()
  await user.click(within(drawer).getByRole('button', { name: w('replay_named', { number: 1042 }) }))
  const question = await screen.findByRole('dialog', { name: w('replay_question', { number: 1042 }) })
  await user.click(within(question).getByRole('button', { name: w('replay') }))
  await waitFor(() => expect(server.calls(webhookRoutes.replayWebhook)[0]?.body).toEqual({ after: 1041 }))
})

it('offers only what the reader may do', async () => {
  await show({ denied: ['integrations.create', 'integrations.update', 'integrations.delete', 'audit_trail.read'] })
  expect(await screen.findByRole('button', { name: t('calls_named', { name: 'Website' }) })).toBeTruthy()
  expect(await screen.findByRole('button', { name: w('deliveries_named', { name: 'Letters' }) })).toBeTruthy()
  for (const name of [
    t('add_token'),
    t('revoke_named', { name: 'Website' }),
    w('add_webhook'),
    w('edit_named', { name: 'Letters' }),
    w('remove_named', { name: 'Letters' }),
  ])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
