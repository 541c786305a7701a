// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { text } from '#platform/i18n'
import { showScreen } from '../../../test/screen.tsx'
import { AddFilter } from './add-filter.tsx'
import { ListFilters, ValueText } from './list-filters.tsx'
import { texts } from './list-texts.ts'

function Bar() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  return (
    <ListFilters
      search=""
      onSearch={() => {}}
      filters={[
        { kind: 'text', key: 'note', label: text(texts, 'columns') },
        { kind: 'text', key: 'other', label: text(texts, 'export') },
      ]}
      formOf={() => undefined}
      values={values}
      // The address changes later.
      onChange={(key, value) =>
        void Promise.resolve().then(() => setValues(value === undefined ? {} : { [key]: value }))
      }
    />
  )
}
const isFocused = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))

it('keeps the focus in the bar: at the filter that was chosen, or at the button that adds one', async () => {
  const { user } = await showScreen(Bar, () => {})
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('option', { name: 'Columns' }))
    return screen.findByRole('textbox', { name: 'Columns' })
  }
  await user.click(await open())
  await user.keyboard('{Escape}')
  await isFocused('Filter')
  expect(screen.queryByRole('button', { name: /^Columns/ })).toBeNull()

  await user.type(await open(), 'bus{Enter}')
  await isFocused('Columns bus')
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('textbox', { name: 'Columns' }))
  await user.keyboard('{Escape}')
  await isFocused('Columns bus')

  await user.click(screen.getByRole('button', { name: 'Remove filter Columns' }))
  await isFocused('Filter')
})

function Many() {
  const [added, setAdded] = useState('')
  const words = ['columns', 'export', 'import', 'pages', 'rows', 'close', 'yes', 'no', 'apply'] as const
  return (
    <>
      <AddFilter
        ref={null}
        filters={words.map((key) => ({ kind: 'text', key, label: text(texts, key) }))}
        onAdd={setAdded}
      />
      <output>{added}</output>
    </>
  )
}

it('narrows many filters by typing, and takes the first that fits', async () => {
  const { user } = await showScreen(Many, () => {})
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  const field = await screen.findByLabelText('Find a filter')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('PORT')
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Export', 'Import'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe('import')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.keyboard('zz')
  expect(await screen.findByText('No matches')).toBeDefined()
  await user.keyboard('{Escape}')
  await isFocused('Filter')
})

it.each(['amounts', 'days'] as const)('shows a range of %s that cannot be read as the address has it', async (kind) => {
  await showScreen(
    () => (
      <p>
        <ValueText filter={{ kind, key: 'range', label: text(texts, 'columns') }} value="soon..later" />
      </p>
    ),
    () => {},
  )
  expect((await screen.findByRole('paragraph')).textContent).toMatch(/soon.*later/)
})
