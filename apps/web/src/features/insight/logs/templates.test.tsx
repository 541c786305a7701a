// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { useTemplateName } from './templates.ts'

function Names({ of }: { of: readonly string[] }) {
  return <p>{of.map(useTemplateName()).join(', ')}</p>
}

it('names what the office wrote, and its tests, beside the automatic messages', async () => {
  await showScreen(
    () => <Names of={['office_mail', 'office_sms', 'automatic_trial', 'balance_due_sms']} />,
    () => {},
  )
  expect(
    screen.getByText('Message of the office, Message of the office, Test of an automatic message, Balance reminder'),
  ).toBeTruthy()
})
