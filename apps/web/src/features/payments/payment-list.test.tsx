// @vitest-environment happy-dom
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { PaymentList } from './payment-list.tsx'

it('says that the payments could not be loaded instead of showing none, and tries again', async () => {
  const { user, server } = await showScreen(
    () => <PaymentList reservationId={idOf(7)} zone="Africa/Accra" currency="GHS" refunds={[]} />,
    (fake) => fake.refuse(paymentRoutes.listOwnPayments, { status: 403, code: 'forbidden', message: 'Not yours.' }),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Not yours.')
  server.answer(paymentRoutes.listOwnPayments, [])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
})
