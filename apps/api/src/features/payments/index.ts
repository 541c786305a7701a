import type { Feature } from '#http/feature'
import { deskEndpoints } from './desk-endpoints.ts'
import { endpoints } from './endpoints.ts'
import { jobs } from './jobs.ts'
import { paymentTemplates } from './mails.ts'
import { refundEndpoints } from './refund-endpoints.ts'
import { refundTemplates } from './refund-mails.ts'
import { tillEndpoints } from './till-endpoints.ts'

export { forgetInPayments } from './forget.store.ts'
export { startPayments, useProviders } from './providers/index.ts'
export { addSandboxCheckout } from './sandbox-checkout.ts'

/** Money in and out: providers, cash, refunds, and their books. */
export const payments: Feature = {
  endpoints: [...endpoints, ...refundEndpoints, ...tillEndpoints, ...deskEndpoints],
  jobs,
  crontab: [
    '* * * * * poll_payments',
    '* * * * * poll_refunds',
    '*/5 * * * * poll_disputes',
    '*/10 * * * * poll_notices',
    '11 3 * * * reduce_notices',
  ],
  templates: { ...paymentTemplates, ...refundTemplates },
}
