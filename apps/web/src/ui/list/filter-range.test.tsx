// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { MinuteField, RangeField } from './filter-range.tsx'

it('chooses a minute in the calendar of all fields, and keeps the one of the address', async () => {
  const chosen = vi.fn()
  const { user } = await showScreen(
    () => <MinuteField label="From" value="2027-01-22T14:05" onChange={chosen} />,
    () => undefined,
  )
  expect(await screen.findByDisplayValue('22-01-2027, 2:05 PM', {}, { timeout: 5000 })).toBeDefined()
  expect(document.querySelector('input[type="datetime-local"]')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(chosen).toHaveBeenLastCalledWith('2027-01-22T14:05')
  await user.click(screen.getByRole('button', { name: 'Clear From' }))
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(chosen).toHaveBeenLastCalledWith(undefined)
  expect(screen.queryByDisplayValue(/22-01-2027/)).toBeNull()
})

it('begins at the first range of days, so that the keyboard can choose it', async () => {
  const chosen = vi.fn()
  const { user } = await showScreen(
    () => <RangeField kind="days" label="Created" value={undefined} onChange={chosen} />,
    () => undefined,
  )
  const first = await screen.findByRole('button', { name: 'Today' })
  expect(document.activeElement).toBe(first)
  await user.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledOnce()
})
