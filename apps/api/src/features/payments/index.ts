import type { Feature } from '#platform/feature'
import { endpoints } from './endpoints.ts'
import { jobs } from './jobs.ts'
import { paymentTemplates } from './mails.ts'

export { useProviders } from './providers/index.ts'
export { addSandboxCheckout } from './sandbox-checkout.ts'

/** Money in and out: providers, cash, refunds, and the books they are entered in. */
export const payments: Feature = { endpoints, jobs, crontab: ['* * * * * poll_payments'], templates: paymentTemplates }
