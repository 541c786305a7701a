// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { MarkedTextarea } from './marked-textarea.tsx'

function Field() {
  const [value, setValue] = useState('come today')
  return <MarkedTextarea label="Text" value={value} onChange={setValue} />
}

it('makes words bold with a key and lines a list with a button, and returns to the text', async () => {
  const { user } = await showScreen(
    () => <Field />,
    () => {},
  )
  const area: HTMLTextAreaElement = screen.getByLabelText('Text')
  await user.click(area)
  area.setSelectionRange(5, 10)
  await user.keyboard('{Control>}b{/Control}')
  await waitFor(() => expect(area.value).toBe('come **today**'))
  await waitFor(() => expect([area.selectionStart, area.selectionEnd]).toEqual([7, 12]))
  screen.getByRole('button', { name: 'List' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(area.value).toBe('- come **today**'))
  await waitFor(() => expect(document.activeElement).toBe(area))
})
