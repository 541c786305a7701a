import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { supportTemplates } from './mails.ts'

/** Support tickets as conversations. */
export const support: Feature = { endpoints, templates: supportTemplates }
