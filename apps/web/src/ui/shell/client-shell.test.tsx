// @vitest-environment happy-dom
import { Modal } from '@mantine/core'
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

it('saves the open dialog with Ctrl Enter, and never the page behind it, wherever the focus is', async () => {
  const sent = vi.fn()
  const planned = vi.fn()
  const { user } = await showScreen(
    () => (
      <ClientShell area="client" corner={null}>
        <button type="button" data-saves onClick={sent}>
          Send now
        </button>
        <Modal opened onClose={() => {}} trapFocus={false} title="When?">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              planned()
            }}
          >
            <button type="submit">Send later</button>
          </form>
        </Modal>
      </ClientShell>
    ),
    () => {},
  )
  await screen.findByRole('dialog')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect([planned.mock.calls.length, sent.mock.calls.length]).toEqual([1, 0])
})
