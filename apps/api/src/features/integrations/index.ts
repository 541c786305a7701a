import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** Programs of others that call us. */
export const integrations: Feature = { endpoints }
