// @vitest-environment happy-dom

import {
  committeeTypeRoutes,
  participantTypeRoutes,
  productOptionRoutes,
  productRoutes,
} from '@shiloh/contract/catalogue'
import { savedViewRoutes } from '@shiloh/contract/saved-views'
import { usageRoutes } from '@shiloh/contract/usage'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, I18nContext } from '#platform/i18n'
import { type FakeServer, idOf, showScreen } from '../../../test/screen.tsx'
import { CommitteeTypesPage, ParticipantTypesPage } from './named-types-pages.tsx'
import { ProductOptionsPage } from './product-options-page.tsx'
import { ProductsPage } from './products-page.tsx'

const at = '2026-11-01T08:00:00.000Z'
const row = {
  _id: idOf(5),
  name: 'Delegate',
  description: '',
  translations: { de: { name: 'Delegierte' } },
  texts_language: 'en' as const,
  created_at: at,
  updated_at: at,
}

it.each([
  [
    'participant types',
    ParticipantTypesPage,
    (server: FakeServer) => server.answerList(participantTypeRoutes.list, [row]),
  ],
  ['committee types', CommitteeTypesPage, (server: FakeServer) => server.answerList(committeeTypeRoutes.list, [row])],
  [
    'products',
    ProductsPage,
    (server: FakeServer) =>
      server.answerList(productRoutes.list, [
        { ...row, options: [], picture_url: null, vendor: null, vendor_id: null },
      ]),
  ],
  [
    'product options',
    ProductOptionsPage,
    (server: FakeServer) =>
      server.answerList(productOptionRoutes.list, [{ ...row, product_id: idOf(6), product: 'T-shirt' }]),
  ],
])('asks a German reader about %s by the name in their row', async (_, Page, arrange) => {
  const { user } = await showScreen(
    () => (
      <I18nContext value={createI18n('de')}>
        <Page />
      </I18nContext>
    ),
    (server) => {
      arrange(server)
      server.answer(savedViewRoutes.listViews, [])
      server.answer(usageRoutes.readUsage, [])
    },
  )
  await user.click(await screen.findByRole('checkbox', { name: /Delegierte/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('heading', { name: /Delegierte/ })).toBeTruthy()
})
