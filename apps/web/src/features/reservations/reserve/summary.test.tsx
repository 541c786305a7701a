// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { Summary } from './summary.tsx'

it('says that nothing is chosen yet, and names no sum of nothing', async () => {
  await showScreen(
    () => (
      <Summary
        quote={{ lines: [], total: 0, deposit: 0, currency: 'GHS' }}
        deposit_percent={null}
        names={[]}
        action="Continue"
        busy={false}
        onAction={() => {}}
        onBack={() => {}}
        isFree={false}
      />
    ),
    () => {},
  )
  const summary = within(screen.getByRole('complementary', { name: 'Your reservation' }))
  // In the bar of a phone and beside the step.
  expect(summary.getAllByText('Nothing chosen yet.')).toHaveLength(2)
  expect(summary.queryByText(/GHS/)).toBeNull()
  expect(summary.queryByText('Total')).toBeNull()
  expect(summary.queryByRole('button', { name: 'Show details' })).toBeNull()
})
