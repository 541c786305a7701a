// @vitest-environment happy-dom
import { unbroken } from '@shiloh/contract/text/format'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { CalendarInput } from './calendar-input.tsx'

function Field({ clearable = false }: { clearable?: boolean }) {
  const [value, setValue] = useState<string | null>('2027-01-31')
  return <CalendarInput label="Due on" maxDate="2027-12-01" clearable={clearable} value={value} onChange={setValue} />
}

function Form() {
  return (
    <form>
      <Field clearable />
      <button type="submit">Save</button>
    </form>
  )
}

const focused = () => document.activeElement?.getAttribute('data-day')

it('is left and entered with keys: a day of the next month, and Escape', async () => {
  const { user } = await showScreen(
    () => <Field />,
    () => {},
  )
  const field: HTMLInputElement = screen.getByLabelText('Due on')
  await user.click(field)
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('2027-01-31'))
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(focused()).toBe('2027-02-01'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.value).toBe('01-02-2027')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('2027-02-01'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.value).toBe('01-02-2027')
})

it('says which day is too late, and is right again with a day of the calendar', async () => {
  const { user } = await showScreen(
    () => <Field />,
    () => {},
  )
  const field: HTMLInputElement = screen.getByLabelText('Due on')
  await user.tripleClick(field)
  await user.keyboard('24 December 2027')
  await user.tab()
  await screen.findByText(`The last possible date is ${unbroken('01-12-2027')}.`)
  expect(field.value).toBe('24 December 2027')
  await user.click(field)
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('2027-01-31'))
  await user.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(field.value).toBe('01-02-2027'))
  expect(screen.queryByText(/last possible/)).toBeNull()
})

it('says that an emptied day is missing, instead of bringing it back', async () => {
  const { user } = await showScreen(
    () => <Field />,
    () => {},
  )
  const field: HTMLInputElement = screen.getByLabelText('Due on')
  await user.clear(field)
  await user.tab()
  await screen.findByText(`Please type a date like ${unbroken('31-12-2027')}.`)
  expect(field.value).toBe('')
  await user.type(field, '02-02-2027')
  await user.tab()
  expect(screen.queryByText(/Please type a date/)).toBeNull()
})

it('can be emptied where the day is optional', async () => {
  const { user } = await showScreen(
    () => <Field clearable />,
    () => {},
  )
  const field: HTMLInputElement = screen.getByLabelText('Due on')
  await user.clear(field)
  await user.tab()
  expect(field.value).toBe('')
  expect(screen.queryByText(/Please type a date/)).toBeNull()
})

it('does not cover what is wrong with the calendar when a save leads back to it, and opens it at a click', async () => {
  const { user } = await showScreen(
    () => <Form />,
    () => {},
  )
  const calendar = () => document.querySelector('[data-dates-dropdown]')
  const field: HTMLInputElement = screen.getByLabelText('Due on')
  await user.tripleClick(field)
  await user.keyboard('32-13-2026')
  await waitFor(() => expect(calendar()).not.toBeNull())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(`Please type a date like ${unbroken('31-12-2027')}.`)
  await waitFor(() => expect(document.activeElement).toBe(field))
  await waitFor(() => expect(calendar()).toBeNull())
  await user.click(field)
  await waitFor(() => expect(calendar()).not.toBeNull())
})
