// @vitest-environment happy-dom
import { pickRoute } from '@shiloh/contract/admin-resource'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { type Choice, ChoiceMultiSelect, ChoiceSelect } from './choice-select.tsx'
import { PickSelect } from './pick-select.tsx'

const REGIONS = ['Ahafo', 'Ashanti', 'Bono', 'Central', 'Eastern', 'Northern', 'Oti', 'Volta', 'Western']
const choicesOf = (labels: readonly string[]): Choice[] => labels.map((label) => ({ value: label, label }))

function Region({ few = false, optional = false }: { few?: boolean; optional?: boolean }) {
  const [value, setValue] = useState<string | null>('Bono')
  return (
    <>
      <ChoiceSelect
        label="Region"
        choices={choicesOf(few ? REGIONS.slice(0, 3) : REGIONS)}
        value={value}
        onChange={setValue}
        onClear={optional ? () => setValue(null) : undefined}
      />
      <output>{value ?? 'none'}</output>
    </>
  )
}

function Regions() {
  const [values, setValues] = useState<string[]>([])
  return (
    <>
      <ChoiceMultiSelect label="Region" choices={choicesOf(REGIONS)} value={values} onChange={setValues} />
      <output>{values.join(', ')}</output>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Region' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.getByRole('status').textContent
const show = (page: () => React.ReactNode) => showScreen(page, () => {})

it('finds an option by typing, and takes the first match with Enter', async () => {
  const { user } = await show(() => <Region />)
  await user.click(field())
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(options()).toEqual(REGIONS)
  await user.clear(field())
  await user.keyboard('ern')
  expect(options()).toEqual(['Eastern', 'Northern', 'Western'])
  await user.keyboard('{Enter}')
  expect([chosen(), field().value]).toEqual(['Eastern', 'Eastern'])
})

it('replaces the choice that is shown by what is typed', async () => {
  const { user } = await show(() => <Region />)
  await user.click(field())
  await user.keyboard('volta{Enter}')
  expect(chosen()).toBe('Volta')
})

it('says that nothing matches, and keeps the choice', async () => {
  const { user } = await show(() => <Region />)
  await user.clear(field())
  await user.keyboard('Bern')
  expect(options()).toEqual([])
  expect(screen.getByText('No matches')).toBeDefined()
  await user.keyboard('{Enter}')
  await user.tab()
  expect([chosen(), field().value]).toEqual(['Bono', 'Bono'])
})

it('does not search a handful: arrows choose, Escape closes', async () => {
  const { user } = await show(() => <Region few />)
  expect(field().readOnly).toBe(true)
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(options()).toEqual(['Ahafo', 'Ashanti', 'Bono'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chosen()).toBe('Ahafo')
  await user.keyboard('{ArrowDown}{ArrowDown}{Escape}')
  expect([chosen(), field().getAttribute('aria-expanded')]).toEqual(['Ahafo', 'false'])
})

it('clears a choice only where it is optional', async () => {
  const { user } = await show(() => <Region few optional />)
  await user.click(field())
  await user.click(screen.getByRole('option', { name: 'Bono' }))
  expect(chosen()).toBe('none')
})

it('keeps a required choice that is chosen again', async () => {
  const { user } = await show(() => <Region few />)
  await user.click(field())
  await user.click(screen.getByRole('option', { name: 'Bono' }))
  expect(chosen()).toBe('Bono')
})

it('chooses several, and takes the last one back with Backspace', async () => {
  const { user } = await show(() => <Regions />)
  await user.click(field())
  await user.keyboard('volta{Enter}oti{Enter}')
  expect(chosen()).toBe('Volta, Oti')
  await user.keyboard('{Backspace}')
  expect(chosen()).toBe('Volta')
})

it('shows what the server found, as it is', async () => {
  const route = pickRoute('/admin/event-centers/query', 'event_centers.read', 'event centers')
  const change = vi.fn()
  const { user, server } = await showScreen(
    () => <PickSelect label="Region" route={route} value={null} onChange={change} />,
    (fake) =>
      fake.answer(route, ({ query }) =>
        query['search'] === 'capital' ? [{ _id: idOf(7), name: 'Greater Accra' }] : [],
      ),
  )
  await user.click(field())
  await user.keyboard('capital')
  await user.click(await screen.findByRole('option', { name: 'Greater Accra' }))
  expect(change).toHaveBeenCalledWith({ _id: idOf(7), name: 'Greater Accra' })
  expect(server.calls(route).map(({ query }) => query['search'])).toEqual([undefined, 'capital'])
})
