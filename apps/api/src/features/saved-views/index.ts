import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** Views of lists that people keep. */
export const savedViews: Feature = { endpoints }
