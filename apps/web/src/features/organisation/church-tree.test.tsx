// @vitest-environment happy-dom
import { cleanNotifications } from '@mantine/notifications'
import { type ChurchLevel, type ChurchTreeRow, organisationRoutes as routes } from '@shiloh/contract/organisation'
import { removalRoutes } from '@shiloh/contract/removals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Toasts } from '#ui/feedback/toast'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { ChurchTree } from './church-tree.tsx'

const row = (number: number, level: ChurchLevel, name: string, parent: number | null): ChurchTreeRow => ({
  _id: idOf(number),
  level,
  name,
  code: null,
  parent_id: parent === null ? null : idOf(parent),
  country: 'TG',
  children: level === 'district' ? 0 : 1,
  assemblies: 4,
  people: 9,
  found: false,
})
const units = [
  row(1, 'region', 'Ashanti', null),
  row(2, 'region', 'Volta', null),
  row(3, 'area', 'Kumasi', 1),
  row(4, 'area', 'Ho', 2),
  row(5, 'district', 'Asokwa', 3),
]

// Toasts of other tests wait in the same store, and only three are shown at a time.
beforeEach(() => cleanNotifications())

it('opens by the arrow keys, and moves a unit after saying whom it takes along', async () => {
  const { user, server } = await showScreen(
    () => (
      <>
        <ChurchTree empty={null} />
        <Toasts />
      </>
    ),
    ({ answer }) => {
      answer(routes.readChurchTree, ({ query }) =>
        query.search
          ? units
              .map((one) => ({ ...one, found: one.name === 'Asokwa' }))
              .filter(({ name }) => name !== 'Volta' && name !== 'Ho')
          : units.filter(({ parent_id }) => parent_id === (query.parent_id ?? null)),
      )
      answer(routes.readChurchMove, { assemblies: 4, people: 9, reservations: 2, reports: ['Volta in figures'] })
      answer(routes.pickChurchUnits, [{ _id: idOf(4), name: 'Ho (Volta)', level: 'area' }])
      answer(routes.moveChurchUnit, {
        _id: idOf(5),
        level: 'district',
        name: 'Asokwa',
        code: null,
        parent_id: idOf(4),
        parent_name: 'Ho',
        assembly_type_id: null,
        assembly_type: null,
        country: 'GH',
        children: 0,
        created_at: '2026-11-21T08:00:00Z',
        updated_at: '2026-11-21T08:00:00Z',
        moved: { assemblies: 4, people: 9 },
      })
    },
  )
  await screen.findByRole('treeitem', { name: /^Ashanti/ })
  const focused = () => document.activeElement?.getAttribute('aria-label')
  screen.getByRole('treeitem', { name: /^Ashanti/ }).focus()
  await user.keyboard('{ArrowRight}')
  await screen.findByRole('treeitem', { name: /^Kumasi/ })
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await screen.findByRole('treeitem', { name: /^Asokwa/ })
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Asokwa, District, 0 directly below · 9 people')
  await user.keyboard('{ArrowLeft}{ArrowLeft}{End}')
  expect(focused()).toMatch(/^Volta/)
  await user.keyboard('{ArrowUp}{ArrowRight}{ArrowDown}m')
  await user.click(await screen.findByRole('combobox', { name: 'Belongs to' }))
  await user.click(await screen.findByRole('option', { name: 'Ho (Volta)' }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/^4 assemblies and 9 people move with it\./)).toBeDefined()
  expect(screen.getByText(/^2 reservations of theirs for coming events count/)).toBeDefined()
  expect(screen.getByText('Saved reports whose figures change: Volta in figures.')).toBeDefined()
  await user.click(screen.getAllByRole('button', { name: 'Move Asokwa' }).at(-1) ?? document.body)
  await waitFor(() => expect(server.calls(routes.moveChurchUnit)).toMatchObject([{ body: { parent_id: idOf(4) } }]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }, { timeout: 10_000 }))
  await waitFor(() =>
    expect(server.calls(routes.moveChurchUnit)[1]).toMatchObject({ body: { parent_id: idOf(3), was: idOf(4) } }),
  )
  await user.type(screen.getByRole('searchbox'), 'asok')
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Volta/ })).toBeNull())
  expect(screen.getByRole('treeitem', { name: /^Asokwa/ })).toBeDefined()
})

const unitOf = ({ found: _, assemblies: __, people: ___, ...unit }: ChurchTreeRow) => ({
  ...unit,
  parent_name: null,
  assembly_type_id: null,
  assembly_type: null,
  created_at: '2026-11-21T08:00:00Z',
  updated_at: '2026-11-21T08:00:00Z',
})

it('takes a dropped unit only where it fits, and asks before it moves', async () => {
  const { user, server } = await showScreen(
    () => <ChurchTree empty={null} />,
    ({ answer }) => {
      answer(routes.readChurchTree, ({ query }) =>
        units.filter(({ parent_id }) => parent_id === (query.parent_id ?? null)),
      )
      answer(routes.readChurchMove, { assemblies: 4, people: 0, reservations: 0, reports: [] })
    },
  )
  const rowOf = (name: string) => screen.getByText(name).closest<HTMLElement>('[draggable]') ?? document.body
  await user.click(await screen.findByText('Ashanti'))
  await screen.findByText('Kumasi')
  const dataTransfer = { setData: () => undefined, effectAllowed: '' }
  const drag = (from: string, to: string) => {
    fireEvent.dragStart(rowOf(from), { dataTransfer })
    // An element that takes a drop says so by preventing the default.
    const taken = !fireEvent.dragOver(rowOf(to), { dataTransfer })
    fireEvent.drop(rowOf(to), { dataTransfer })
    fireEvent.dragEnd(rowOf(from), { dataTransfer })
    return taken
  }
  expect(rowOf('Ashanti').getAttribute('draggable')).toBe('false')
  expect(drag('Kumasi', 'Ashanti')).toBe(false)
  expect(drag('Kumasi', 'Kumasi')).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(drag('Kumasi', 'Volta')).toBe(true)
  expect(await screen.findByRole('dialog', { name: 'Move Kumasi to Volta?' })).toBeDefined()
  expect(await screen.findByText('4 assemblies move with it. Nobody is affected.')).toBeDefined()
  expect(server.calls(routes.readChurchMove)).toMatchObject([
    { params: { id: idOf(3) }, query: { parent_id: idOf(2) } },
  ])
  expect(server.calls(routes.moveChurchUnit)).toEqual([])
})

it('adds a unit below another and renames one, by keys or the menu, with a way back', async () => {
  const made = row(9, 'assembly', 'Bethel', 5)
  const { user, server } = await showScreen(
    () => (
      <>
        <ChurchTree empty={null} />
        <Toasts />
      </>
    ),
    ({ answer }) => {
      answer(routes.readChurchTree, ({ query }) =>
        units.filter(({ parent_id }) => parent_id === (query.parent_id ?? null)),
      )
      answer(routes.createChurchUnit, unitOf(made))
      answer(removalRoutes.removeMany, { rows: [{ _id: idOf(9), reason: null }], undo_id: idOf(8) })
      answer(removalRoutes.undoRemoval, { restored: 1 })
      answer(routes.updateChurchUnit, unitOf(units[0] ?? made))
    },
  )
  /** Takes the way back of a toast, which is gone before the next one is looked for. */
  const goBack = async () => {
    const back = await screen.findByRole('button', { name: 'Undo' })
    await user.click(back)
    await waitFor(() => expect(back.isConnected).toBe(false))
  }
  ;(await screen.findByRole('treeitem', { name: /^Ashanti/ })).focus()
  await user.keyboard('{ArrowRight}n')
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Obuasi')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.calls(routes.createChurchUnit)).toMatchObject([
      { body: { name: 'Obuasi', level: 'area', parent_id: idOf(1), country: 'TG' } },
    ]),
  )
  await goBack()
  await waitFor(() =>
    expect(server.calls(removalRoutes.removeMany)).toMatchObject([
      { body: { path: routes.removeChurchUnit.path, ids: [idOf(9)] } },
    ]),
  )
  // What was taken back by mistake can be brought back.
  await goBack()
  await waitFor(() => expect(server.calls(removalRoutes.undoRemoval)).toMatchObject([{ params: { id: idOf(8) } }]))

  await user.click(screen.getByRole('button', { name: 'Acts for Volta' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Rename/ }))
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await user.clear(name)
  await user.type(name, 'Volta North')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.calls(routes.updateChurchUnit)).toMatchObject([
      { params: { id: idOf(2) }, body: { name: 'Volta North' } },
    ]),
  )
  await goBack()
  await waitFor(() => expect(server.calls(routes.updateChurchUnit)[1]).toMatchObject({ body: { name: 'Volta' } }))
})
