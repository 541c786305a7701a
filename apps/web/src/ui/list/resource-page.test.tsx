// @vitest-environment happy-dom

import { productCreate, productRoutes } from '@shiloh/contract/catalogue'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { removalRoutes } from '@shiloh/contract/removals'
import { savedViewRoutes } from '@shiloh/contract/saved-views'
import { usageRoutes } from '@shiloh/contract/usage'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { text } from '#platform/i18n'
import { Toasts } from '#ui/feedback/toast'
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

const noUse = 'f'.repeat(24)
it('deletes a selection in one request, and brings it back', async () => {
  const row = (number: number) => ({ _id: number.toString(16).padStart(24, '0'), name: `Badge ${number}`, products: 0 })
  const { user, server } = await showScreen(
    () => (
      <>
        <ResourcePage
          routes={{
            ...productRoutes,
            list: organisationRoutes.listAssemblyTypes,
            remove: organisationRoutes.removeAssemblyType,
          }}
          name="assembly-types"
          title={() => 'Types'}
          add={() => 'Add a type'}
          empty={{ title: () => 'Nothing' }}
          rowName={({ name }) => name}
          columns={[{ key: 'name', header: name, cell: ({ name: said }) => said }]}
          phone={{ title: ({ name }) => name }}
          schema={productCreate}
          fresh={{}}
          sections={() => []}
        />
        <Toasts />
      </>
    ),
    (fake) => {
      fake.answer(savedViewRoutes.listViews, [])
      fake.answerList(
        organisationRoutes.listAssemblyTypes,
        [1, 2].map((n) => ({ ...row(n), assemblies: 0 })),
      )
      fake.answer(usageRoutes.readUsage, [])
      fake.answer(removalRoutes.removeMany, {
        undo_id: noUse,
        rows: [1, 2].map((n) => ({ _id: row(n)._id, reason: null })),
      })
      fake.answer(removalRoutes.undoRemoval, { restored: 2 })
    },
  )
  for (const box of (await screen.findAllByRole('checkbox')).slice(1, 3)) await user.click(box)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  // The button waits until it is known what uses them.
  await waitFor(() => expect(dialog.queryByRole('status')).toBeNull())
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.calls(removalRoutes.removeMany)).toHaveLength(1))
  expect(server.calls(removalRoutes.removeMany)[0]?.body).toEqual({
    path: '/admin/church-map/assembly-types/{id}',
    ids: [row(1)._id, row(2)._id],
  })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.calls(removalRoutes.undoRemoval)).toMatchObject([{ params: { id: noUse } }]))
})
