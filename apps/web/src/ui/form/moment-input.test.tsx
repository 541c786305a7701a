// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { useFirstField } from './first-field.tsx'
import { MomentInput } from './moment-input.tsx'

function Form() {
  const place = useFirstField<HTMLDivElement>(true)
  const [value, setValue] = useState<string | null>('2027-01-22 14:00:00')
  return (
    <div ref={place}>
      <MomentInput label="Start" value={value} onChange={setValue} />
    </div>
  )
}

it('is the first field of a form, and has the focus again when its calendar closes', async () => {
  const { user } = await showScreen(
    () => <Form />,
    () => {},
  )
  const field = await screen.findByRole('button', { name: /Start/ })
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Use this time' }))
  await expect.poll(() => document.activeElement).toBe(field)
})

it('goes on to the next month by an arrow, and back', async () => {
  const { user } = await showScreen(
    () => <Form />,
    () => {},
  )
  await user.click(await screen.findByRole('button', { name: /Start/ }))
  const day = (name: string) => screen.findByRole('button', { name })
  ;(await day('29 January 2027')).focus()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await user.keyboard('{ArrowDown}')
  await expect.poll(focused).toBe('5 February 2027')
  expect(screen.getByText('February 2027')).toBeTruthy()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.poll(focused).toBe('5 March 2027')
  await user.keyboard('{ArrowUp}')
  await expect.poll(focused).toBe('26 February 2027')
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Use this time' }))
  expect((await screen.findByRole('button', { name: /Start/ })).textContent).toBe('Fri 26-02-2027, 2:00 PM')
})
