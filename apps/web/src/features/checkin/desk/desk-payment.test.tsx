// @vitest-environment happy-dom
import { deskRoutes } from '@shiloh/contract/payments/desk'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import type { Paid } from '../use-gate.ts'
import { DeskPayment } from './desk-payment.tsx'

it('names the reference of mobile money, which has no receipt number', async () => {
  const paid: Paid[] = []
  const desk = () => (
    <DeskPayment
      person={{ code: 'PC27-7QK2M', balance: 10_000 }}
      isMore
      onState={() => undefined}
      onPaid={(how) => paid.push(how)}
      onDeclined={() => undefined}
    />
  )
  const reference = 'PC27-7QK2M-0a1b2c3d4e5f'
  const { user } = await showScreen(desk, (fake) => {
    fake.answer(deskRoutes.getDeskPayment, {
      balance: 10_000,
      currency: 'GHS',
      phone: '+233241234567',
      networks: ['mtn'],
    })
    fake.answer(deskRoutes.promptAtGate, {
      reference,
      amount: 10_000,
      currency: 'GHS',
      needs_voucher: false,
      phone: '+233241234567',
      sent: true,
    })
    fake.answer(deskRoutes.checkPrompt, { status: 'paid', balance: 0, currency: 'GHS' })
  })
  await user.click(await screen.findByRole('button', { name: 'Ask on their phone (mobile money)' }))
  await user.click(screen.getByRole('button', { name: 'Ask for GHS\u00A0100.00' }))
  await waitFor(() => expect(paid).toHaveLength(1))
  expect(paid).toEqual([{ amount: 'GHS\u00A0100.00', receipt: `Reference ${reference}` }])
})

it('does not claim that a phone was asked when nobody knows, and goes on asking', async () => {
  const desk = () => (
    <DeskPayment
      person={{ code: 'PC27-7QK2M', balance: 10_000 }}
      isMore
      onState={() => undefined}
      onPaid={() => undefined}
      onDeclined={() => undefined}
    />
  )
  const { user } = await showScreen(desk, (fake) => {
    fake.answer(deskRoutes.getDeskPayment, {
      balance: 10_000,
      currency: 'GHS',
      phone: '+233241234567',
      networks: ['mtn'],
    })
    const reference = 'PC27-7QK2M-0a1b2c3d4e5f'
    fake.answer(deskRoutes.promptAtGate, {
      reference,
      amount: 10_000,
      currency: 'GHS',
      needs_voucher: false,
      phone: '+233241234567',
      sent: false,
    })
    fake.answer(deskRoutes.checkPrompt, { status: 'created', balance: 10_000, currency: 'GHS' })
  })
  await user.click(await screen.findByRole('button', { name: 'Ask on their phone (mobile money)' }))
  await user.click(screen.getByRole('button', { name: 'Ask for GHS\u00A0100.00' }))
  expect((await screen.findByRole('status')).textContent).toContain('The payment service did not answer.')
})

it('says which number is asked when it is another than the one entered', async () => {
  const desk = () => (
    <DeskPayment
      person={{ code: 'PC27-7QK2M', balance: 10_000 }}
      isMore
      onState={() => undefined}
      onPaid={() => undefined}
      onDeclined={() => undefined}
    />
  )
  const { user } = await showScreen(desk, (fake) => {
    const owed = { balance: 10_000, currency: 'GHS' }
    fake.answer(deskRoutes.getDeskPayment, { ...owed, phone: '+233241234567', networks: ['mtn'] })
    const reference = 'PC27-7QK2M-0a1b2c3d4e5f'
    const asked = { needs_voucher: false, phone: '+233209999999', sent: true }
    fake.answer(deskRoutes.promptAtGate, { reference, amount: 10_000, currency: 'GHS', ...asked })
    fake.answer(deskRoutes.checkPrompt, { ...owed, status: 'started' })
  })
  await user.click(await screen.findByRole('button', { name: 'Ask on their phone (mobile money)' }))
  await user.click(screen.getByRole('button', { name: 'Ask for GHS\u00A0100.00' }))
  expect((await screen.findByRole('status')).textContent).toMatch(/20 ?999 ?9999/)
  expect(screen.getByText(/was asked just before/)).toBeTruthy()
})

it('says what is wrong with the number, and follows the network of its prefix until one is chosen', async () => {
  const desk = () => (
    <DeskPayment
      person={{ code: 'PC27-7QK2M', balance: 10_000 }}
      isMore
      onState={() => undefined}
      onPaid={() => undefined}
      onDeclined={() => undefined}
    />
  )
  const { user, server } = await showScreen(desk, (fake) => {
    const owed = { balance: 10_000, currency: 'GHS' }
    fake.answer(deskRoutes.getDeskPayment, { ...owed, phone: '+233241234567', networks: ['mtn', 'at', 'telecel'] })
    const message = 'Please enter a complete phone number.'
    fake.refuse(deskRoutes.promptAtGate, {
      status: 422,
      code: 'invalid_input',
      message: 'Some details need your attention.',
      errors: [{ field: 'phone', code: 'phone', message }],
    })
  })
  const network = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
  await user.click(await screen.findByRole('button', { name: 'Ask on their phone (mobile money)' }))
  expect(network('MTN')).toBe(true)
  const field = screen.getByLabelText('Mobile-money number')
  await user.clear(field)
  await user.type(field, '020 123')
  expect(network('Telecel')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Ask for GHS\u00A0100.00' }))
  expect(await screen.findByText('Please enter a complete phone number.')).toBeTruthy()
  expect(server.calls(deskRoutes.promptAtGate)).toMatchObject([{ body: { phone: '020 123', network: 'telecel' } }])
  await user.click(screen.getByRole('radio', { name: 'AT' }))
  await user.type(field, '4567')
  expect(network('AT')).toBe(true)
})
