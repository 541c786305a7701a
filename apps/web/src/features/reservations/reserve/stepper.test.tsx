// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { Stepper } from './stepper.tsx'

function Shirts() {
  const [quantity, setQuantity] = useState(1)
  return <Stepper name="T-shirt" quantity={quantity} min={1} max={2} onChange={setQuantity} />
}

it('says when it is at its limit, where the button keeps the focus and does nothing', async () => {
  const { user } = await showScreen(Shirts, () => {})
  const more = screen.getByRole('button', { name: 'One more: T-shirt' })
  const fewer = screen.getByRole('button', { name: 'One fewer: T-shirt' })
  expect([fewer, more].map((one) => one.getAttribute('aria-disabled'))).toEqual(['true', 'false'])
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said()).not.toContain('At most 2')
  await user.click(more)
  expect(said()).toContain('At most 2')
  expect(more.getAttribute('aria-disabled')).toBe('true')
  await user.click(more)
  expect(screen.getByLabelText('T-shirt', { selector: 'output' }).textContent).toBe('2')
  expect(document.activeElement).toBe(more)
})
