import type { Feature } from '#http/feature'
import { crontab, jobs, secretContext } from './deliver.ts'
import { endpoints } from './endpoints.ts'
import { forgetCalls } from './tokens.ts'

/** Programs of others: those that call us, and those that we tell what happened. */
export const integrations: Feature = {
  endpoints,
  jobs: { ...jobs, forget_token_calls: forgetCalls },
  crontab: [...crontab, '50 3 * * * forget_token_calls'],
  sealed: [{ table: 'webhooks', key: ['id'], column: 'secret_sealed', context: ({ id = '' }) => secretContext(id) }],
}
