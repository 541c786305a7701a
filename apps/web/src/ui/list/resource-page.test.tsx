// @vitest-environment happy-dom

import { productCreate, productRoutes } from '@shiloh/contract/catalogue'
import { savedViewRoutes } from '@shiloh/contract/saved-views'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { text } from '#platform/i18n'
import { type FakeServer, showScreen } from '../../../test/screen.tsx'
// Loads with the test file: the form is fetched when it opens.
import '../form/record-form.tsx'
import { ResourcePage } from './resource-page.tsx'
import { texts } from './resource-texts.ts'

const name = text(texts, 'name')
const ProductsPage = () => (
  <ResourcePage
    routes={productRoutes}
    name="products"
    title={() => 'Products'}
    add={() => 'Add a product'}
    empty={{ title: () => 'Nothing' }}
    rowName={(row) => row.name}
    columns={[{ key: 'name', header: name, cell: (row) => row.name }]}
    phone={{ title: (row) => row.name }}
    schema={productCreate}
    fresh={{}}
    sections={() => [{ fields: [{ kind: 'text', name: 'name', label: name, required: true }] }]}
  />
)
const empty = (server: FakeServer) => {
  server.answerList(productRoutes.list, [])
  server.answer(savedViewRoutes.listViews, [])
}

it('opens the form of a new row from the address, and leaves the address without it', async () => {
  const { user, address } = await showScreen(ProductsPage, empty, { path: '/products?add=new' })
  await screen.findByRole('textbox', { name: 'Name' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/products'))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())
})

it('opens no form for somebody who cannot save it', async () => {
  await showScreen(ProductsPage, empty, { path: '/products?add=new', denied: ['products.create'] })
  await screen.findByText('Nothing')
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
})
