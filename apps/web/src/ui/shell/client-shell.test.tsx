// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { ClientShell } from './client-shell.tsx'

it('sends with Ctrl Enter what a member writes', async () => {
  const sent = vi.fn()
  const { user } = await showScreen(
    () => (
      <ClientShell area="client" corner={null}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            sent()
          }}
        >
          <textarea aria-label="Comment" />
          <button type="submit">Send</button>
        </form>
      </ClientShell>
    ),
    () => {},
  )
  await user.click(screen.getByLabelText('Comment'))
  await user.keyboard('Amen{Enter}')
  expect(sent).not.toHaveBeenCalled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toHaveBeenCalledTimes(1)
})
