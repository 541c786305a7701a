import type { Feature } from '#http/feature'
import { crontab, jobs, secretContext } from './deliver.ts'
import { endpoints } from './endpoints.ts'

/** Programs of others: those that call us, and those that we tell what happened. */
export const integrations: Feature = {
  endpoints,
  jobs,
  crontab,
  sealed: [{ table: 'webhooks', key: ['id'], column: 'secret_sealed', context: ({ id = '' }) => secretContext(id) }],
}
