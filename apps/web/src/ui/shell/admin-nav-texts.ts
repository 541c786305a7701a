import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/navigation', {
  count_approvals:
    '{count, plural, one {# reservation is waiting for approval} other {# reservations are waiting for approval}}',
  count_offers:
    '{count, plural, one {# offer of the waiting list is open} other {# offers of the waiting list are open}}',
  count_tickets: '{count, plural, one {# ticket is waiting for an answer} other {# tickets are waiting for an answer}}',
  count_payments: '{count, plural, one {# payment needs a decision} other {# payments need a decision}}',
  count_refunds: '{count, plural, one {# refund is due} other {# refunds are due}}',
  count_tasks: '{count, plural, one {# task for you is open} other {# tasks for you are open}}',
  count_alerts: '{count, plural, one {# alert is open} other {# alerts are open}}',
})
