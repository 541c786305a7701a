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

const patient = { timeout: 10_000 }
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
  await user.click(dialog.getByRole('button', { name: /^Deutsch: Name is missing/ }))
  await user.type(dialog.getByRole('textbox', { name: 'Name, Deutsch' }), 'Jugend')
  await user.clear(dialog.getByRole('textbox', { name: 'Name, English' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name, English' }), 'Young people')
  const [, done] = dialog.getAllByRole('button', { name: 'Done' })
  if (done) await user.click(done)
  await screen.findByText('Deutsch: complete', {}, patient)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.calls(participantTypeRoutes.create)).toHaveLength(1), patient)
  expect(server.calls(participantTypeRoutes.create)[0]?.body).toEqual({
    name: 'Young people',
    translations: { de: { name: 'Jugend' } },
  })
})
