// @vitest-environment happy-dom
import { organisationRoutes as routes } from '@shiloh/contract/organisation'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { ChurchMapPage } from './church-map-page.tsx'

beforeEach(() => localStorage.clear())

const path = '/admin/church-map'
const show = (search: string) =>
  showScreen(
    () => <ChurchMapPage />,
    (server) => {
      server.answer(routes.readChurchTree, [])
      server.answerList(routes.listChurchUnits, [])
      server.answerList(routes.listAssemblyTypes, [{ _id: idOf(5), name: 'Campus', assemblies: 2 }])
    },
    { path: `${path}${search}` },
  )

it('shows the tree first', async () => {
  await show('')
  expect(await screen.findByRole('radio', { name: 'Tree' })).toHaveProperty('checked', true)
})

it('lists the units of an assembly type, though the tree was looked at last', async () => {
  const { server, user, address } = await show(`?assembly_type_id=${idOf(5)}`)
  expect(await screen.findByRole('radio', { name: 'List' })).toHaveProperty('checked', true)
  await waitFor(() => expect(server.calls(routes.listChurchUnits)).not.toEqual([]))
  expect(server.calls(routes.listChurchUnits)[0]?.query['assembly_type_id']).toBe(idOf(5))
  await user.click(screen.getByRole('radio', { name: 'Tree' }))
  expect(await screen.findByRole('radio', { name: 'Tree' })).toHaveProperty('checked', true)
  expect(address()).toBe(path)
})
