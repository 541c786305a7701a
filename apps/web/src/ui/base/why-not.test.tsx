// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { WhyNot } from './why-not.tsx'

const show = (reason: string | undefined, onClick: () => void) =>
  showScreen(
    () => (
      <WhyNot reason={reason}>
        {(off) => (
          <button type="button" onClick={onClick} {...off}>
            Publish
          </button>
        )}
      </WhyNot>
    ),
    () => {},
  )

it('says with the keyboard why a button cannot be used, and does nothing', async () => {
  const onClick = vi.fn()
  const { user } = await show('Save it first', onClick)
  const button = screen.getByRole('button', { name: 'Publish' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.tab()
  expect(document.activeElement).toBe(button)
  const reason = await screen.findByRole('tooltip')
  expect(reason.textContent).toBe('Save it first')
  await waitFor(() => expect(button.getAttribute('aria-describedby')).toBe(reason.id))
  await user.keyboard('{Enter}')
  expect(onClick).not.toHaveBeenCalled()
})

it('leaves a button alone that can be used', async () => {
  const onClick = vi.fn()
  const { user } = await show(undefined, onClick)
  const button = screen.getByRole('button', { name: 'Publish' })
  expect(button.hasAttribute('aria-disabled')).toBe(false)
  await user.click(button)
  expect(onClick).toHaveBeenCalledOnce()
})
