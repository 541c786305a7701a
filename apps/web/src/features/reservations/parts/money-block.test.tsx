// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { sampleReservation } from '../reserve/sample.ts'
import { MoneyBlock } from './money-block.tsx'

it('asks for nothing while a request waits for approval', async () => {
  const requested = { ...sampleReservation, standing: { kind: 'approval' as const, amount: 0, at: null } }
  await showScreen(
    () => <MoneyBlock reservation={requested} />,
    () => {},
  )
  expect(screen.getByText(/There is nothing to pay yet/)).toBeTruthy()
  expect(screen.getByText('Total')).toBeTruthy()
  expect(screen.queryByText('Still to pay')).toBeNull()
})
