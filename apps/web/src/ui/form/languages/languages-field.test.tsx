// @vitest-environment happy-dom

import { namedTypeCreate, participantTypeRoutes } from '@shiloh/contract/catalogue'
import { savedViewRoutes } from '@shiloh/contract/saved-views'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { text } from '#platform/i18n'
import { showScreen } from '../../../../test/screen.tsx'
import { ResourcePage } from '../../list/resource-page.tsx'
import { texts as common } from '../../list/resource-texts.ts'
// Load with the test file: both are fetched when they open.
import '../record-form.tsx'
import './languages-dialog.tsx'
import { texts } from './languages-texts.ts'

const patient = { timeout: 20_000 }
const Page = () => (
  <ResourcePage
    routes={participantTypeRoutes}
    name="participant-types"
    title={() => 'Types'}
    add={() => 'Add a type'}
    empty={{ title: () => 'Nothing' }}
    rowName={(row) => row.name}
    columns={[{ key: 'name', header: text(common, 'name'), cell: (row) => row.name }]}
    phone={{ title: (row) => row.name }}
    schema={namedTypeCreate}
    fresh={{}}
    sections={() => [
      {
        fields: [
          { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
          {
            kind: 'languages',
            name: 'translations',
            label: text(texts, 'label'),
            fields: [{ name: 'name', label: text(common, 'name'), max: 120 }],
          },
        ],
      },
    ]}
  />
)

const FRESH = {
  _id: '0'.repeat(24),
  name: 'Youth',
  description: '',
  translations: {},
  texts_language: 'en' as const,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

it('counts what is missing in each language, and sends what was written', async () => {
  const { user, server } = await showScreen(
    Page,
    (fake) => {
      fake.answerList(participantTypeRoutes.list, [])
      fake.answer(savedViewRoutes.listViews, [])
      fake.answer(participantTypeRoutes.create, FRESH)
    },
    { path: '/types?add=new', width: 1440 },
  )
  await user.type(await screen.findByRole('textbox', { name: 'Name' }, patient), 'Youth')
  await screen.findByText('Deutsch: 1 missing', {}, patient)
  await user.click(screen.getByRole('button', { name: 'Translate: In other languages' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'In other languages' }, patient))
  const gap = dialog.getByRole('button', { name: /^Deutsch: Name is missing/ })
  await waitFor(() => expect(document.activeElement).toBe(gap), patient)
  await user.click(gap)
  await user.type(dialog.getByRole('textbox', { name: 'Name, Deutsch' }), 'Jugend')
  await user.clear(dialog.getByRole('textbox', { name: 'Name, English' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name, English' }), 'Young people')
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await screen.findByText('Deutsch: complete', {}, patient)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.calls(participantTypeRoutes.create)).toHaveLength(1), patient)
  expect(server.calls(participantTypeRoutes.create)[0]?.body).toEqual({
    name: 'Young people',
    translations: { de: { name: 'Jugend' } },
    texts_language: 'en',
  })
})

const renamed = {
  ...FRESH,
  name: 'Young people',
  translations: { de: { name: 'Jugend', name_translates: 'Youth' }, fr: { name: 'Jeunes' }, pt: { name: 'Jovens' } },
}
const edit = async () => {
  const shown = await showScreen(
    Page,
    (fake) => {
      fake.answerList(participantTypeRoutes.list, [renamed])
      fake.answer(participantTypeRoutes.get, renamed)
      fake.answer(savedViewRoutes.listViews, [])
      fake.answer(participantTypeRoutes.update, renamed)
    },
    { path: '/types', width: 1440 },
  )
  await shown.user.click(await screen.findByText('Young people', {}, patient))
  return shown
}

it('names a translation that may be outdated with the words that it was written for, and lets it be confirmed', async () => {
  const { user, server } = await edit()
  await screen.findByText('Deutsch: 1 may be outdated', {}, patient)
  expect(screen.queryByText('Deutsch: complete')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Translate: In other languages' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'In other languages' }, patient))
  expect(dialog.getByText('Written for “Youth”')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Still right: Name, Deutsch' }))
  expect(dialog.queryByText('May be outdated')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await screen.findByText('Complete', {}, patient)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.calls(participantTypeRoutes.update)).toHaveLength(1), patient)
  expect(server.calls(participantTypeRoutes.update)[0]?.body).toMatchObject({
    translations: { de: { name: 'Jugend', name_translates: 'Young people' } },
  })
})

it('says that translations may be outdated while their original is typed, and that an edited one is not', async () => {
  const { user } = await edit()
  await screen.findByText('Français: complete', {}, patient)
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' and children')
  await screen.findByText('Français: 1 may be outdated', {}, patient)
  await user.click(screen.getByRole('button', { name: 'Translate: In other languages' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'In other languages' }, patient))
  expect(dialog.getAllByText('Written for “Young people”')).toHaveLength(2)
  await user.type(dialog.getByRole('textbox', { name: 'Name, Français' }), ' et enfants')
  expect(dialog.getAllByText('Written for “Young people”')).toHaveLength(1)
})

it('asks before it discards what was written, and takes back only that', async () => {
  const { user } = await showScreen(
    Page,
    (fake) => {
      fake.answerList(participantTypeRoutes.list, [])
      fake.answer(savedViewRoutes.listViews, [])
    },
    { path: '/types?add=new', width: 1440 },
  )
  await user.type(await screen.findByRole('textbox', { name: 'Name' }, patient), 'Youth')
  const open = screen.getByRole('button', { name: 'Translate: In other languages' })
  const title = { name: 'In other languages' }

  // Nothing was written: nothing to ask.
  await user.click(open)
  await screen.findByRole('dialog', title, patient)
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Deutsch: Name is missing/), patient)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', title)).toBeNull(), patient)

  await user.click(open)
  const dialog = within(await screen.findByRole('dialog', title, patient))
  await user.click(dialog.getByRole('button', { name: /^Deutsch: Name is missing/ }))
  await user.type(dialog.getByRole('textbox', { name: 'Name, Deutsch' }), 'Jugend')
  await user.type(dialog.getByRole('textbox', { name: 'Name, English' }), ' group')
  await user.keyboard('{Escape}')
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' }, patient)
  await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
  expect(dialog.getByRole('textbox', { name: 'Name, Deutsch' })).toHaveProperty('value', 'Jugend')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
  await screen.findByText('Deutsch: 1 missing', {}, patient)
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Youth')
})

it.each([1440, 390])('goes from one missing text to the next, and marks what stays missing: %s px', async (width) => {
  const { user } = await showScreen(
    Page,
    (fake) => {
      fake.answerList(participantTypeRoutes.list, [])
      fake.answer(savedViewRoutes.listViews, [])
    },
    { path: '/types?add=new', width },
  )
  await user.type(await screen.findByRole('textbox', { name: 'Name' }, patient), 'Youth')
  await user.click(screen.getByRole('button', { name: 'Translate: In other languages' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'In other languages' }, patient))
  const next = (name: string) => user.click(dialog.getByRole('button', { name }))
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await next('To the next of 3 missing texts')
  expect(focused()).toBe('Name, Deutsch')
  expect(dialog.getByText('Name is missing', { selector: 'p' })).toBeTruthy()
  await next('To the next of 3 missing texts')
  expect(focused()).toBe('Name, Français')
  await user.keyboard('Jeunes')
  await next('To the next of 2 missing texts')
  expect(focused()).toBe('Name, Português')
  await user.keyboard('Jovens')
  await next('To the missing text')
  expect(focused()).toBe('Name, Deutsch')
  await user.keyboard('Jugend')
  expect(dialog.queryByRole('button', { name: /^To the/ })).toBeNull()
})
