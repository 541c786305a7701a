// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { MoneyInput } from './money-input.tsx'

const saved: (number | null)[] = []

function Form() {
  const [value, setValue] = useState<number | null>(124_400)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saved.push(value)
      }}
    >
      <MoneyInput label="Amount" currency="GHS" value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(5_000)}>
        Deposit
      </button>
      <button type="submit">Save</button>
    </form>
  )
}

it('takes thousands as they are typed, writes the amount when it is left, and saves nothing that is no amount', async () => {
  const { user } = await showScreen(Form, () => {})
  const field: HTMLInputElement = screen.getByLabelText('Amount')
  expect(field.value).toBe('1,244.00')
  await user.tripleClick(field)
  await user.keyboard('1,250.5')
  expect(field.value).toBe('1,250.5')
  await user.tab()
  expect(field.value).toBe('1,250.50')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).toEqual([125_050])

  await user.tripleClick(field)
  await user.keyboard('1.250{Enter}')
  await screen.findByText('Please type an amount like 1,250.00.')
  expect([saved.length, field.value]).toEqual([1, '1.250'])
  await user.tripleClick(field)
  await user.keyboard('12.50{Enter}')
  expect(saved).toEqual([125_050, 1_250])

  await user.click(screen.getByRole('button', { name: 'Deposit' }))
  expect(field.value).toBe('50.00')
})
