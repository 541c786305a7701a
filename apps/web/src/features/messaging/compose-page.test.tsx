// @vitest-environment happy-dom

import { authorizationRoutes, type Person } from '@shiloh/contract/authorization'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { type BulkMessage, bulkMessageRoutes, type MessagePreview } from '@shiloh/contract/messaging/bulk'
import { messageTemplateRoutes } from '@shiloh/contract/messaging/templates'
import { savedViewRoutes } from '@shiloh/contract/saved-views'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { Keys } from '#ui/shell/keys'
import { administrator, fill, idOf, showScreen } from '../../../test/screen.tsx'
import { ComposePage } from './compose-page.tsx'
// Loads with the test file: it is fetched when it opens.
import './schedule-form.tsx'
import { texts } from './texts.ts'

const t = translator(createI18n('en'), texts)

const seen: MessagePreview = {
  again: null,
  people: 7,
  reached: 7,
  channels: { app: 7, mail: 6, sms: 0 },
  left_out: [],
  languages: { en: 7 },
  sms_parts: 0,
  sms_cost: null,
  reader: null,
}

const sent: BulkMessage = {
  _id: idOf(77),
  name: 'Welcome',
  audience: 'users',
  event: null,
  channels: ['app', 'mail'],
  needed: false,
  status: 'scheduled',
  starts_at: '2027-01-01T08:00:00.000Z',
  started_at: null,
  finished_at: null,
  people: 0,
  told: 0,
  expected: 7,
  author: null,
  created_at: '2027-01-01T08:00:00.000Z',
}

const names = ['Isaac Quartey', 'Ama Mensah', 'Kofi Boateng', 'Grace Owusu', 'Yaw Darko']
const person = (id: string): Person => ({
  ...administrator([]),
  _id: id,
  name: names[Number.parseInt(id, 16) - 1] ?? '',
  staff_id: null,
  region: null,
  area: null,
  district: null,
  assembly: null,
  title: null,
  designation: null,
  has_password: true,
  erased_at: null,
  last_login_at: null,
  updated_at: '2026-01-01T00:00:00.000Z',
})

const show = (search: string) =>
  showScreen(
    () => <ComposePage />,
    (server) => {
      server.answer(bulkMessageRoutes.previewPeopleMessage, seen)
      server.answer(authorizationRoutes.getUser, ({ params }) => person(params['id'] ?? ''))
      server.answerList(messageTemplateRoutes.listMessageTemplates, [])
      server.answer(savedViewRoutes.listViews, [])
      server.answer(adminEventRoutes.findCurrentEvent, null)
    },
    { path: `/admin/messages/new?to=people${search}` },
  )
const ids = (count: number) => `&ids=${Array.from({ length: count }, (_, i) => idOf(i + 1)).join(',')}`

it('says who was selected, and offers no filter where there is none', async () => {
  await show(ids(1))
  await screen.findByText('Isaac Quartey')
  expect(screen.queryByRole('button', { name: t('forget_selection') })).toBeNull()
})

it('names three of many, and offers the filter that the list had', async () => {
  const { user, address } = await show(`${ids(5)}&gender=male`)
  await screen.findByText('Isaac Quartey, Ama Mensah, Kofi Boateng and 2 more')
  await user.click(screen.getByRole('button', { name: t('forget_selection') }))
  await waitFor(() => expect(address()).not.toContain('ids='))
  expect(address()).toContain('gender=male')
})

it('says which field of a text does not exist, and still counts who gets it', async () => {
  const { server } = await show(ids(1))
  await screen.findByText('7', { selector: 'b' })
  const subject = screen.getByRole('textbox', { name: t('subject') })
  subject.textContent = 'Hello {{unsinn}} {{balance}}'
  fireEvent.input(subject)
  await screen.findByText(t('unknown_named', { field: '{{unsinn}}' }))
  await waitFor(() =>
    expect(server.calls(bulkMessageRoutes.previewPeopleMessage).at(-1)?.body).toMatchObject({
      texts: { en: { subject: expect.stringMatching(/^Hello\s*$/) } },
    }),
  )
  expect(screen.getByText('7', { selector: 'b' })).toBeTruthy()
  subject.textContent = 'Hello {first_name}'
  fireEvent.input(subject)
  await screen.findByText(t('single_braces', { field: '{first_name}' }))
})

it('keeps the time open that is refused, with what is wrong at its field', async () => {
  const { user, server, address } = await show(ids(1))
  server.refuse(bulkMessageRoutes.messagePeople, {
    status: 422,
    code: 'invalid_input',
    message: 'Some fields need your attention.',
    errors: [{ field: 'starts_at', code: 'too_early', message: 'This is too early.' }],
  })
  await screen.findByText('7', { selector: 'b' })
  await fill(user, screen.getByRole('textbox', { name: t('name') }), 'Welcome')
  await user.click(screen.getByRole('button', { name: t('schedule') }))
  const at = await screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(t('schedule_at')) })
  await fill(user, at, '22-01-2020 9:00')
  const buttons = screen.getAllByRole('button', { name: t('schedule') })
  await user.click(buttons.at(-1) ?? document.body)
  await waitFor(() => expect(at.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('This is too early.')).toHaveLength(1)
  expect(at.value).toContain('22-01-2020')
  expect(address()).toContain('/admin/messages/new')
})

it('asks for the name before it asks whether to send', async () => {
  const { user, server } = await show(ids(1))
  await screen.findByText('7', { selector: 'b' })
  for (const name of [t('schedule'), t('send', { count: seen.reached })]) {
    await user.click(screen.getByRole('button', { name }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('textbox', { name: t('name') }).getAttribute('aria-invalid')).toBe('true')
  }
  expect(server.calls(bulkMessageRoutes.messagePeople)).toEqual([])
})

it('opens the texts in the language that most people read, and stays where somebody writes', async () => {
  const { server, user } = await show(ids(1))
  await screen.findByText('7', { selector: 'b' })
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('English7')
  server.answer(bulkMessageRoutes.previewPeopleMessage, { ...seen, languages: { en: 2, de: 5 } })
  await fill(user, screen.getByRole('textbox', { name: t('name') }), 'Welcome')
  await user.click(screen.getByRole('checkbox', { name: /SMS/ }))
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Deutsch5'))
  expect(screen.getByText(t('most_read', { language: 'Deutsch' }))).toBeTruthy()

  const subject = screen.getByRole('textbox', { name: t('subject') })
  subject.textContent = 'Willkommen'
  fireEvent.input(subject)
  server.answer(bulkMessageRoutes.previewPeopleMessage, { ...seen, languages: { en: 6, de: 1 } })
  await waitFor(() => expect(screen.getByRole('tab', { name: /English/ }).textContent).toContain('English6'))
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Deutsch1')
})

it('sends with Ctrl Enter: once to ask, and once in the dialog that asks', async () => {
  const { user, server, address } = await showScreen(
    () => (
      <>
        <ComposePage />
        <Keys />
      </>
    ),
    (fake) => {
      fake.answer(bulkMessageRoutes.previewPeopleMessage, seen)
      fake.answer(authorizationRoutes.getUser, ({ params }) => person(params['id'] ?? ''))
      fake.answerList(messageTemplateRoutes.listMessageTemplates, [])
      fake.answer(savedViewRoutes.listViews, [])
      fake.answer(adminEventRoutes.findCurrentEvent, null)
      fake.answer(bulkMessageRoutes.messagePeople, sent)
    },
    { path: `/admin/messages/new?to=people${ids(1)}` },
  )
  await screen.findByRole('button', { name: t('send', { count: 7 }) })
  await fill(user, screen.getByRole('textbox', { name: t('name') }), 'Welcome')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('dialog', { name: t('send', { count: 7 }) })
  expect(server.calls(bulkMessageRoutes.messagePeople)).toEqual([])
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(address()).toBe(`/admin/messages/${sent._id}`))
  expect(server.calls(bulkMessageRoutes.messagePeople)).toHaveLength(1)
})

it.each([
  ['nobody is in the audience', { people: 0, reached: 0 }, t('nobody')],
  [
    'nothing is written',
    { reached: 0, left_out: [{ channel: 'mail' as const, reason: 'no_text' as const, people: 7 }] },
    t('nothing_written'),
  ],
  [
    'nobody wants it',
    { reached: 0, left_out: [{ channel: 'mail' as const, reason: 'opted_out' as const, people: 7 }] },
    t('reaches_nobody'),
  ],
])('says why it cannot be sent: %s', async (_, preview, reason) => {
  const { user, server } = await show(ids(1))
  await screen.findByText('7', { selector: 'b' })
  server.answer(bulkMessageRoutes.previewPeopleMessage, { ...seen, ...preview })
  await user.click(screen.getByRole('checkbox', { name: /SMS/ }))
  const button = await screen.findByRole('button', { name: t('send', { count: 0 }) })
  act(() => button.focus())
  expect((await screen.findByRole('tooltip')).textContent).toBe(reason)
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})
