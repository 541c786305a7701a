// @vitest-environment happy-dom
import { importRoutes } from '@shiloh/contract/imports'
import { sampleFileRoutes } from '@shiloh/contract/sample-files'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { NewImportPage } from './new-import-page.tsx'

it('lets somebody choose one of the lists that they may import', async () => {
  const { user, address } = await showScreen(
    () => <NewImportPage />,
    (server) => {
      server.answerList(sampleFileRoutes.list, [])
      server.answerList(importRoutes.listImports, [])
    },
    { path: '/admin/imports/new', denied: ['countries.import'] },
  )
  const people = await screen.findByRole('link', { name: 'People' })
  expect(screen.queryByRole('link', { name: 'Countries' })).toBeNull()
  await user.click(people)
  await waitFor(() => expect(address()).toBe('/admin/imports/new?resource=users'))
  await screen.findByText('Import into “People”')
})
