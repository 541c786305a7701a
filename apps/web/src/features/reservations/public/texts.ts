import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('server/public-receipt', {
  receipt: 'Receipt',
  status_pending: 'Pending',
  status_active: 'Active',
  status_redeemed: 'Checked in',
  status_failed: 'Failed',
  status_cancelled: 'Cancelled',
  status_archived: 'Archived',
  forged: 'This code is not genuine',
  forged_next:
    'Its signature is wrong: the gate refuses it. Open your ticket from your reservation or from our e-mail.',
  show_at_gate: 'Show this at the gate.',
  not_valid: 'Not valid for entry: the reservation is not active.',
  room: 'Room',
  amounts: 'Amounts',
  total: 'Total',
  paid: 'Paid',
  balance: 'Still to pay',
  see_event: 'See the event',
})
