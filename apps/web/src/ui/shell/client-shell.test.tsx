// @vitest-environment happy-dom
import { Modal } from '@mantine/core'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { WhyNot } from '#ui/base/why-not'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
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

it.each([
  ['confirms a question', false, 1],
  ['leaves a question alone that asks whether to lose what was typed', true, 0],
])('%s with Ctrl Enter', async (_, leaves, times) => {
  const confirmed = vi.fn()
  const { user } = await showScreen(
    () => (
      <ClientShell area="client" corner={null}>
        <ConfirmDialog opened title="Send it?" action="Send" leaves={leaves} onConfirm={confirmed} onClose={() => {}}>
          It starts in a few seconds.
        </ConfirmDialog>
      </ClientShell>
    ),
    () => {},
  )
  await screen.findByRole('dialog')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(confirmed).toHaveBeenCalledTimes(times)
})

it('leads Ctrl Enter to a button that is off, which says why', async () => {
  const { user } = await showScreen(
    () => (
      <ClientShell area="client" corner={null}>
        <textarea aria-label="Comment" />
        <WhyNot reason="Nothing is written yet">
          {(off) => (
            <button type="button" data-saves {...off}>
              Send
            </button>
          )}
        </WhyNot>
      </ClientShell>
    ),
    () => {},
  )
  await user.click(screen.getByLabelText('Comment'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(document.activeElement?.textContent).toBe('Send')
  expect((await screen.findByRole('tooltip')).textContent).toBe('Nothing is written yet')
})
