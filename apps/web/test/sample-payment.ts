import type { Payment } from '@shiloh/contract/payments/payments'
import { idOf } from './screen.tsx'

/** A failed attempt to pay GHS 400.00 online, but for what is given. */
export const samplePayment = (given: Partial<Payment> = {}): Payment => ({
  _id: idOf(1),
  reference: 'ref-1',
  reservation_id: idOf(7),
  provider: 'paystack',
  status: 'failed',
  amount: 40_000,
  captured: 0,
  refunded: 0,
  refundable: 0,
  currency: 'GHS',
  mismatch: null,
  looked_at: null,
  looked_reason: null,
  receipt_number: null,
  online_number: null,
  cashier: null,
  note: '',
  void_reason: null,
  created_at: '2026-11-01T10:00:00.000Z',
  settled_at: null,
  ...given,
})
