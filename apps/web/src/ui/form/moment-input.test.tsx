// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { MomentInput } from './moment-input.tsx'

function Form() {
  const [value, setValue] = useState<string | null>('2027-01-29 14:00:00')
  return (
    <>
      <MomentInput label="Start" clearable value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

const show = async () => {
  const { user } = await showScreen(
    () => <Form />,
    () => {},
  )
  const field: HTMLInputElement = screen.getByLabelText('Start')
  return { user, field }
}
const value = () => screen.getByRole('status').textContent

it('is typed, with the time or without', async () => {
  const { user, field } = await show()
  expect(field.value).toBe('29-01-2027, 2:00 PM')
  await user.clear(field)
  expect(value()).toBe('')
  await user.type(field, '3.2.2027 9:15')
  expect(value()).toBe('2027-02-03 09:15:00')
  await user.tab()
  await waitFor(() => expect(field.value).toBe('03-02-2027, 9:15 AM'))
  await user.clear(field)
  await user.type(field, '04-02-2027')
  await user.tab()
  await waitFor(() => expect(field.value).toBe('04-02-2027, 12:00 AM'))
})

it('has its time chosen from a list, which needs a day first', async () => {
  const { user, field } = await show()
  const times: HTMLSelectElement = screen.getByLabelText('Time of Start')
  expect(times.value).toBe('14:00')
  await user.selectOptions(times, '6:30 PM')
  expect(value()).toBe('2027-01-29 18:30:00')
  expect(field.value).toBe('29-01-2027, 6:30 PM')
  // A time that was typed is in the list, too.
  await user.clear(field)
  expect(times.disabled).toBe(true)
  await user.type(field, '3.2.2027 9:15')
  await user.tab()
  await waitFor(() => expect(times.value).toBe('09:15'))
})

it('keeps the time of a day that is chosen in the calendar, with keys alone', async () => {
  const { user, field } = await show()
  await user.click(field)
  await user.keyboard('{ArrowDown}')
  const focused = () => document.activeElement?.getAttribute('data-day')
  await waitFor(() => expect(focused()).toBe('2027-01-29'))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('2027-02-05'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(value()).toBe('2027-02-05 14:00:00')
  await waitFor(() => expect(field.value).toBe('05-02-2027, 2:00 PM'))
})

it('goes back to the last moment where what is typed is none', async () => {
  const { user, field } = await show()
  await user.type(field, ' or so')
  await user.tab()
  await waitFor(() => expect(field.value).toBe('29-01-2027, 2:00 PM'))
  expect(value()).toBe('2027-01-29 14:00:00')
})
