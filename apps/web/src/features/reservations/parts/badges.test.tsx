// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { sampleReservation } from '../reserve/sample.ts'
import { Badges } from './badges.tsx'

it('says of an active reservation whether it is paid', async () => {
  const active = { ...sampleReservation, status: 'active' as const, paid: 16_000, balance: 0 }
  await showScreen(
    () => <Badges reservation={active} />,
    () => {},
  )
  expect(screen.getByText('Paid')).toBeDefined()
  cleanup()
  await showScreen(
    () => <Badges reservation={{ ...active, paid: 4000, balance: 12_000 }} />,
    () => {},
  )
  expect(screen.queryByText('Paid')).toBeNull()
  cleanup()
  // What costs nothing was not paid.
  await showScreen(
    () => <Badges reservation={{ ...active, paid: 0 }} />,
    () => {},
  )
  expect(screen.queryByText('Paid')).toBeNull()
})
