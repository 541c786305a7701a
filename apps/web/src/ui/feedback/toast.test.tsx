// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { Toasts, toastDone } from './toast.tsx'

it('goes back once, however often the way back is pressed before it is gone', async () => {
  await showScreen(
    () => <Toasts />,
    () => {},
  )
  const act = vi.fn()
  toastDone({ message: '1 entry deleted', undo: { label: 'Undo', act } })
  const back = await screen.findByRole('button', { name: 'Undo' })
  back.click()
  back.click()
  expect(act).toHaveBeenCalledOnce()
})
