// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../../test/screen.tsx'
import { sampleReservation } from '../../reserve/sample.ts'
import { StaffNote } from './staff-note.tsx'

it('is written in every state, and leaves the focus where the next key is expected', async () => {
  const { user } = await showScreen(
    () => <StaffNote reservation={{ ...sampleReservation, status: 'archived', note: null, allowed: [] }} />,
    (fake) =>
      fake.refuse(reservationRoutes.editReservation, { status: 403, code: 'forbidden', message: 'Not allowed.' }),
  )
  await user.click(screen.getByRole('button', { name: 'Add a note' }))
  const field = screen.getByRole('textbox', { name: 'Note for staff' })
  expect(document.activeElement).toBe(field)
  await user.type(field, 'Calls on Friday')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(field)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a note' }))
})
