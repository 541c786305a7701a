// @vitest-environment happy-dom
import { unbroken } from '@shiloh/contract/text/format'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { MomentInput } from './moment-input.tsx'

function Form() {
  const [value, setValue] = useState<string | null>('2027-01-29 14:00:00')
  const [isSaved, setIsSaved] = useState(false)
  return (
    <>
      <MomentInput label="Start" clearable value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" data-saves onClick={() => setIsSaved(true)}>
        Save
      </button>
      {isSaved ? <p>was saved</p> : null}
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

it('takes a time alone for the day it had, and a number after a day for the hour', async () => {
  const { user, field } = await show()
  await user.tripleClick(field)
  await user.keyboard('9:15')
  expect(value()).toBe('2027-01-29 09:15:00')
  await user.tripleClick(field)
  await user.keyboard('30.11.26 9')
  await user.tab()
  expect(value()).toBe('2026-11-30 09:00:00')
  await waitFor(() => expect(field.value).toBe('30-11-2026, 9:00 AM'))
})

it('keeps what is typed and is none, says what is expected, and lets nothing be saved', async () => {
  const { user, field } = await show()
  await user.tripleClick(field)
  // The day alone was understood on the way.
  await user.keyboard('30.11.2026 25:00')
  expect(screen.queryByText(/Please type/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(`Please type a date and time like ${unbroken('31-12-2027')}, 2:00 PM.`)
  expect(field.value).toBe('30.11.2026 25:00')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(value()).toBe('2027-01-29 14:00:00')
  expect(screen.queryByText('was saved')).toBeNull()
  await user.tripleClick(field)
  await user.keyboard('30.11.2026 23:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('was saved')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  expect(value()).toBe('2026-11-30 23:00:00')
})

it('gives a day without a time the usual one', async () => {
  const chosen: (string | null)[] = []
  const { user } = await showScreen(
    () => <MomentInput label="Start" usualTime="09:00" value={null} onChange={(moment) => chosen.push(moment)} />,
    () => {},
  )
  await user.type(screen.getByLabelText('Start'), '5.2.2027')
  await user.tab()
  expect(chosen.at(-1)).toBe('2027-02-05 09:00:00')
})
