// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { DateSetup } from './date-setup.tsx'
import { useFirstField } from './first-field.tsx'
import { MomentInput } from './moment-input.tsx'

function Form() {
  const place = useFirstField<HTMLDivElement>(true)
  const [value, setValue] = useState<string | null>('2027-01-22 14:00:00')
  return (
    <DateSetup>
      <div ref={place}>
        <MomentInput label="Start" value={value} onChange={setValue} />
      </div>
    </DateSetup>
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
