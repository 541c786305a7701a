import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/money', {
  total: 'Total',
  paid: 'Paid',
  by_cash: 'In cash',
  by_paystack: 'Mobile money or card',
  by_stripe: 'Card',
  by_sandbox: 'Test payment',
  receipt: 'receipt {number}',
  waived: 'Waived',
  reduced: 'Refunded as goodwill',
  retained: 'Kept by the refund rule',
  waived_by: 'By {name}',
  expected_by: 'expected by {day}',
  still_to_pay: 'Still to pay',
  refund: 'Refund',
  refund_due: 'Not sent yet',
  refund_requested: 'In progress',
  refund_sent: 'Sent',
  refund_foot: 'You do not need to do anything. We will write to you when it has been sent.',
  reminder_foot: 'We will remind you 7 and 2 days before. Your ticket is valid now.',
  kept_foot: 'If you cannot pay by then, your {amount} is safe. Ask the desk for more time or for a refund.',
})
