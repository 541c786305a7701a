// @vitest-environment happy-dom

import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import { type Announcement, announcementRoutes } from '@shiloh/contract/messaging/announcements'
import type { MessagePreview } from '@shiloh/contract/messaging/bulk'
import { savedViewRoutes } from '@shiloh/contract/saved-views'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, I18nContext, translator } from '#platform/i18n'
import { Toasts } from '#ui/feedback/toast'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementPage } from './announcement-page.tsx'
import { texts } from './announcement-texts.ts'
// Load with the test file: both are fetched when they open.
import '#ui/form/record-form'
import '#ui/form/languages/languages-dialog'
import { AnnouncementsPage } from './announcements-page.tsx'
import { ReaderView } from './reader-view.tsx'
import { texts as messageTexts } from './texts.ts'

const t = translator(createI18n('en'), texts)
const words = translator(createI18n('en'), messageTexts)

const planned: Announcement = {
  _id: idOf(7),
  title: { en: 'The office is closed' },
  text: { en: 'Back on Monday.' },
  audience: { roles: ['vendor'], participant_type_id: idOf(3) },
  event: null,
  participant_type: { _id: idOf(3), name: 'Pastor' },
  units: [],
  channels: ['app', 'sms'],
  state: 'planned',
  starts_at: '2027-01-01T08:00:00.000Z',
  ends_at: null,
  pinned: false,
  people: 0,
  readers: 0,
  author: 'Ama Mensah',
  error: null,
  created_at: '2026-11-01T08:00:00.000Z',
}

const seen: MessagePreview = {
  again: null,
  people: 12,
  reached: 12,
  channels: { app: 12, mail: 11, sms: 9 },
  left_out: [],
  languages: { en: 12 },
  sms_parts: 18,
  sms_cost: { amount: 72, currency: 'GHS' },
  reader: null,
}

const example: MessagePreview['reader'] = {
  _id: null,
  at: 0,
  name: 'Isaac Quartey',
  language: 'en',
  email: null,
  phone: null,
  left_out: {},
  app: { language: 'en', subject: 'The office is closed', body: 'Back on Monday.' },
  mail: null,
  sms: null,
}

const show = (path = '/admin/announcements') =>
  showScreen(
    () => <AnnouncementsPage />,
    (server) => {
      server.answerList(announcementRoutes.listAnnouncements, [planned])
      server.answer(announcementRoutes.countAudience, { people: 12 })
      server.answer(announcementRoutes.removeAnnouncement, {})
      server.answer(announcementRoutes.previewAnnouncement, seen)
      server.answer(announcementRoutes.changeAnnouncement, planned)
      server.answer(announcementRoutes.testAnnouncement, { sent: ['mail'] })
      server.answer(participantTypeRoutes.query, [])
      server.answer(savedViewRoutes.listViews, [])
    },
    { path },
  )

const patient = { timeout: 20_000 }

it('shows what is announced now first, and what is planned beside it', async () => {
  const { user, server, address } = await show()
  expect(await screen.findByRole('radio', { name: t('state_live') }, patient)).toHaveProperty('checked', true)
  await user.click(screen.getByRole('radio', { name: t('state_planned') }))
  await waitFor(() => expect(address()).toContain('state=planned'), patient)
  await waitFor(
    () =>
      expect(server.calls(announcementRoutes.listAnnouncements).map(({ query }) => query['state'])).toEqual([
        'live',
        'planned',
      ]),
    patient,
  )
})

it('says how many people an announcement reaches before it is sent', async () => {
  const { user, server } = await show()
  await user.click(await screen.findByRole('button', { name: t('add') }, patient))
  expect(await screen.findByRole('button', { name: t('announce_to', { count: 12 }) }, patient)).toBeTruthy()
  expect(server.calls(announcementRoutes.countAudience).at(-1)?.body).toEqual({ audience: {} })
})

it('cancels a planned announcement, and asks first', async () => {
  const { user, server } = await show('/admin/announcements?state=planned')
  await user.click((await screen.findAllByText('The office is closed', {}, patient))[0] ?? document.body)
  await user.click(await screen.findByRole('button', { name: t('cancel') }, patient))
  expect(server.calls(announcementRoutes.removeAnnouncement)).toEqual([])
  const buttons = await waitFor(() => {
    const found = screen.getAllByRole('button', { name: t('cancel') })
    expect(found).toHaveLength(2)
    return found
  }, patient)
  await user.click(buttons[1] ?? document.body)
  await waitFor(() => expect(server.calls(announcementRoutes.removeAnnouncement)).toHaveLength(1), patient)
})

it('keeps the participant type of a planned announcement, and asks before it is announced', async () => {
  const { user, server } = await show('/admin/announcements?state=planned')
  await user.click((await screen.findAllByText('The office is closed', {}, patient))[0] ?? document.body)
  await waitFor(() => expect(screen.getByDisplayValue('Pastor')).toBeTruthy(), patient)
  const save = await screen.findByRole('button', { name: t('save') }, patient)
  await user.click(save)
  expect(await screen.findByText(/0\.72/, {}, patient)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: t('back') }))
  expect(server.calls(announcementRoutes.changeAnnouncement)).toEqual([])
  await waitFor(() => expect(screen.queryByRole('button', { name: t('plan') })).toBeNull(), patient)
  await user.click(screen.getByRole('button', { name: t('save') }))
  await user.click(await screen.findByRole('button', { name: t('plan') }, patient))
  await waitFor(() => expect(server.calls(announcementRoutes.changeAnnouncement)).toHaveLength(1), patient)
})

it('writes an announcement in several languages, side by side, and says what is missing', async () => {
  const { user, server } = await show('/admin/announcements?state=planned')
  server.answer(announcementRoutes.announce, planned)
  await user.click(await screen.findByRole('button', { name: t('add') }, patient))
  await user.type(await screen.findByRole('textbox', { name: t('title') }, patient), 'The gate opens at seven')
  await user.type(screen.getByRole('textbox', { name: t('text') }), 'Come early.')
  await screen.findByText('Deutsch: 2 missing', {}, patient)
  await user.click(screen.getByRole('button', { name: /^Translate/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'In other languages' }, patient))
  await user.click(dialog.getByRole('button', { name: /^Deutsch: Title is missing/ }))
  await user.type(dialog.getByRole('textbox', { name: 'Title, Deutsch' }), 'Das Tor öffnet um sieben')
  await user.click(dialog.getByRole('button', { name: /^Deutsch: Text is missing/ }))
  await user.type(dialog.getByRole('textbox', { name: 'Text, Deutsch' }), 'Kommt früh.')
  await user.click(dialog.getAllByRole('button', { name: 'Done' }).at(-1) ?? document.body)
  await screen.findByText('Deutsch: complete', {}, patient)
  await user.click(screen.getByRole('button', { name: t('announce_to', { count: 12 }) }))
  await waitFor(
    () =>
      expect(server.calls(announcementRoutes.previewAnnouncement).at(-1)?.body).toMatchObject({
        title: { en: 'The gate opens at seven', de: 'Das Tor öffnet um sieben' },
        text: { en: 'Come early.', de: 'Kommt früh.' },
      }),
    patient,
  )
})

it('says in which language the fields are to an office that reads another one', async () => {
  await showScreen(
    () => (
      <I18nContext value={createI18n('de')}>
        <AnnouncementForm row={undefined} title="New" onDone={() => {}} />
      </I18nContext>
    ),
    (server) => server.answer(announcementRoutes.countAudience, { people: 12 }),
  )
  expect(await screen.findByRole('textbox', { name: 'Title, English' }, patient)).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Text, English' })).toBeDefined()
})

it('takes back in the toast that an announcement ended', async () => {
  const live = { ...planned, state: 'live', ends_at: '2027-02-01T08:00:00.000Z' } as const
  const { user, server } = await showScreen(
    () => (
      <>
        <AnnouncementForm row={live} title="The office is closed" onDone={() => {}} />
        <Toasts />
      </>
    ),
    (fake) => fake.answer(announcementRoutes.changeAnnouncement, live),
    {},
  )
  await user.click(await screen.findByLabelText(new RegExp(t('pinned')), {}, patient))
  await user.click(screen.getByRole('button', { name: t('save') }))
  await user.click(await screen.findByRole('button', { name: t('undo') }, patient))
  const { ends_at } = live
  await waitFor(
    () =>
      expect(server.calls(announcementRoutes.changeAnnouncement).map(({ body }) => body)).toEqual([
        { ends_at, pinned: true },
        { ends_at, pinned: false },
      ]),
    patient,
  )
})

it('keeps the people of an announcement from those who may not see people', async () => {
  const { server } = await showScreen(
    () => <AnnouncementPage />,
    (fake) => {
      fake.answer(announcementRoutes.getAnnouncement, { ...planned, state: 'live', people: 12, readers: 5 })
      fake.answerList(announcementRoutes.listReaders, [])
      fake.answer(savedViewRoutes.listViews, [])
    },
    // The route has this id as its parameter.
    { path: '/admin/announcements/$id', denied: ['users.read'] },
  )
  expect(await screen.findByText(words('people_hidden'), {}, patient)).toBeTruthy()
  expect(screen.getByText('12')).toBeTruthy()
  expect(screen.queryByText(t('nobody_found'))).toBeNull()
  expect(server.calls(announcementRoutes.listReaders)).toEqual([])
})

it('says why an announcement was stopped, and what to do', async () => {
  const error = 'It stopped: the account that started it is no longer in use.'
  await showScreen(
    () => <AnnouncementPage />,
    (fake) => {
      fake.answer(announcementRoutes.getAnnouncement, { ...planned, state: 'ended', people: 0, readers: 0, error })
      fake.answerList(announcementRoutes.listReaders, [])
      fake.answer(savedViewRoutes.listViews, [])
    },
    { path: '/admin/announcements/$id' },
  )
  expect((await screen.findByRole('note', {}, patient)).textContent).toBe(`${error} ${t('held_todo')}`)
  expect(screen.getByRole('link', { name: t('message_unread') })).toBeTruthy()
  expect(screen.getByText(t('not_sent'))).toBeTruthy()
  expect(screen.queryByText(t('state_ended'))).toBeNull()
})

it('shows an example to those who may not see people, and no other reader', async () => {
  await showScreen(
    () => (
      <ReaderView
        preview={{ ...seen, reader: example }}
        channels={['app']}
        language={undefined}
        onLanguage={() => {}}
        onAt={() => {}}
        readerId={undefined}
        onReader={() => {}}
      />
    ),
    () => {},
  )
  expect(await screen.findByText(words('example_reader'), {}, patient)).toBeTruthy()
  expect(screen.queryByRole('button', { name: words('next_reader') })).toBeNull()
})

it('names every part of an audience, also one that was deleted', async () => {
  await show('/admin/announcements?state=planned')
  await screen.findByText(`${t('role_vendor')}, Pastor`, {}, patient)
  cleanup()
  await showScreen(
    () => <AnnouncementsPage />,
    (fake) => {
      fake.answerList(announcementRoutes.listAnnouncements, [
        {
          ...planned,
          audience: { ...planned.audience, unit_ids: [idOf(4)], event_id: idOf(5), statuses: ['active'] },
          event: { _id: idOf(5), name: '' },
          participant_type: null,
        },
      ])
      fake.answer(savedViewRoutes.listViews, [])
    },
  )
  const parts = [t('role_vendor'), t('units_gone', { count: 1 }), t('event_gone'), t('type_gone')].join(', ')
  await screen.findByText(`${parts}, Active`, {}, patient)
})
